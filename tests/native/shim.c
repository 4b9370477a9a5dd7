/* The kernel's side of /dev/spidev*, /dev/gpiochip* and /dev/i2c-*, for a program that is started with this
 * library preloaded. Opening one of these files connects to a socket instead (TABLE_SHIM names it), and every
 * ioctl on it is sent there and answered there, with the structures of the kernel's own headers. What the
 * devices do is decided on the other side (kernel.py).
 *
 * One request: u64 number (0: the file is closed), u32 length, content. One answer: i64 result (negative:
 * errno), u32 length, content.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MOST_FDS 1024
#define MOST_BYTES 65536

/* For each file of ours, the socket over which its ioctls go; the file itself is a socket that brings events. */
static int control_of[MOST_FDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) { memset(control_of, -1, sizeof control_of); }

static int whole(int fd, void *at, size_t size, int out)
{
    char *next = at;
    while (size > 0) {
        ssize_t moved = out ? write(fd, next, size) : read(fd, next, size);
        if (moved <= 0)
            return -1;
        next += moved;
        size -= (size_t)moved;
    }
    return 0;
}

static int dial(const char *greeting)
{
    const char *path = getenv("TABLE_SHIM");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (path == NULL)
        return -1;
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
        return -1;
    uint32_t length = (uint32_t)strlen(greeting);
    int32_t refused = 0;
    if (whole(fd, &length, 4, 1) < 0 || whole(fd, (void *)greeting, length, 1) < 0 || whole(fd, &refused, 4, 0) < 0)
        refused = EIO;
    if (refused) {
        close(fd);
        errno = refused;
        return -1;
    }
    return fd;
}

/* Two sockets for one file: the first brings events, the second carries ioctls. */
static int attach(const char *name)
{
    char greeting[256];
    strcpy(greeting, "control ");
    strncat(greeting, name, sizeof greeting - 16);
    int control = dial(greeting);
    if (control < 0)
        return -1;
    strcpy(greeting, "events ");
    strncat(greeting, name, sizeof greeting - 16);
    int fd = dial(greeting);
    if (fd < 0 || fd >= MOST_FDS) {
        close(control);
        return -1;
    }
    control_of[fd] = control;
    return fd;
}

static int is_ours(const char *path)
{
    return !strncmp(path, "/dev/spidev", 11) || !strncmp(path, "/dev/gpiochip", 13) || !strncmp(path, "/dev/i2c-", 9);
}

static int open_with(const char *symbol, const char *path, int flags, mode_t mode)
{
    if (getenv("TABLE_SHIM") && is_ours(path))
        return attach(path);
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, symbol);
    return next(path, flags, mode);
}

#define MODE_OF(flags)                                                                                                 \
    mode_t mode = 0;                                                                                                   \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                                             \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags)
    return open_with("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags)
    return open_with("open64", path, flags, mode);
}

static int64_t ask(int control, uint64_t number, const void *out, uint32_t size, void *back, uint32_t room)
{
    static char rest[MOST_BYTES];
    int64_t result = -EIO;
    uint32_t length = 0;
    pthread_mutex_lock(&lock);
    if (!whole(control, &number, 8, 1) && !whole(control, &size, 4, 1) && !whole(control, (void *)out, size, 1) &&
        !whole(control, &result, 8, 0) && !whole(control, &length, 4, 0) && length <= MOST_BYTES) {
        if (whole(control, rest, length, 0))
            result = -EIO;
        else
            memcpy(back, rest, length < room ? length : room);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int close(int fd)
{
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd < MOST_FDS && control_of[fd] >= 0) {
        /* The other side lets go before this returns, as the kernel does. */
        ask(control_of[fd], 0, NULL, 0, NULL, 0);
        next(control_of[fd]);
        control_of[fd] = -1;
    }
    return next(fd);
}

/* The segments of one SPI message: their descriptions first, then all bytes to send. */
static int64_t spi_message(int control, unsigned long number, struct spi_ioc_transfer *segments)
{
    size_t count = _IOC_SIZE(number) / sizeof *segments;
    static __thread char out[MOST_BYTES], back[MOST_BYTES];
    size_t size = count * sizeof *segments, total = 0;
    memcpy(out, segments, size);
    for (size_t i = 0; i < count; i++) {
        if (size + segments[i].len > MOST_BYTES)
            return -EMSGSIZE;
        if (segments[i].tx_buf)
            memcpy(out + size, (void *)(uintptr_t)segments[i].tx_buf, segments[i].len);
        else
            memset(out + size, 0, segments[i].len);
        size += segments[i].len;
        total += segments[i].len;
    }
    int64_t result = ask(control, number, out, (uint32_t)size, back, (uint32_t)total);
    char *next = back;
    for (size_t i = 0; result >= 0 && i < count; i++) {
        if (segments[i].rx_buf)
            memcpy((void *)(uintptr_t)segments[i].rx_buf, next, segments[i].len);
        next += segments[i].len;
    }
    return result;
}

static int64_t smbus(int control, unsigned long number, struct i2c_smbus_ioctl_data *call)
{
    char both[6 + sizeof(union i2c_smbus_data)] = {0};
    both[0] = (char)call->read_write;
    both[1] = (char)call->command;
    memcpy(both + 2, &call->size, 4);
    if (call->data)
        memcpy(both + 6, call->data, sizeof *call->data);
    int64_t result = ask(control, number, both, sizeof both, both + 6, sizeof(union i2c_smbus_data));
    if (result >= 0 && call->data && call->read_write == I2C_SMBUS_READ)
        memcpy(call->data, both + 6, sizeof *call->data);
    return result;
}

static int64_t plain(int control, unsigned long number, void *argument)
{
    uint32_t size = _IOC_SIZE(number);
    if (number == I2C_SLAVE || number == I2C_SLAVE_FORCE || number == I2C_PEC) {
        uint64_t value = (uintptr_t)argument;
        return ask(control, number, &value, 8, NULL, 0);
    }
    if (number == I2C_FUNCS)
        return ask(control, number, NULL, 0, argument, sizeof(unsigned long));
    int64_t result = ask(control, number, argument, size, argument, size);
    if (result >= 0 && number == GPIO_V2_GET_LINE_IOCTL) {
        struct gpio_v2_line_request *lines = argument;
        char name[64] = "line ";
        size_t at = strlen(name);
        for (int64_t rest = result, digit = 1000000; digit; digit /= 10)
            name[at++] = (char)('0' + rest / digit % 10);
        name[at] = 0;
        lines->fd = attach(name);
        return lines->fd < 0 ? -errno : 0;
    }
    return result;
}

int ioctl(int fd, unsigned long number, ...)
{
    va_list rest;
    va_start(rest, number);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (fd < 0 || fd >= MOST_FDS || control_of[fd] < 0) {
        int (*next)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
        return next(fd, number, argument);
    }
    int64_t result;
    if (_IOC_TYPE(number) == SPI_IOC_MAGIC && _IOC_NR(number) == 0)
        result = spi_message(control_of[fd], number, argument);
    else if (number == I2C_SMBUS)
        result = smbus(control_of[fd], number, argument);
    else
        result = plain(control_of[fd], number, argument);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return (int)result;
}
