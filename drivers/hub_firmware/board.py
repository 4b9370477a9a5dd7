"""Which pin of the Raspberry Pi Pico goes where: the one file to change for another table.

Numbers of antennas, keys and lamps begin at 1, in the order of these lists.
"""

SPI = 0
SPI_HZ = 4_000_000
SCK, MOSI, MISO = 2, 3, 4
RESET = 5
# One chip select for each reader: ten seats, the board, the muck.
SELECTS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)

# Keys connect their pin to ground; the first one, held down at power-up, keeps the firmware from starting.
KEYS = (18, 19, 20, 21, 22, 26, 27)

# One chain of addressable lamps (WS2812).
LAMP_PIN = 28
LAMPS = 24

# None: USB. Or the UART of an RS-485 adapter that switches its direction itself, with its pins TX, RX.
UART = None
UART_PINS = (0, 1)
