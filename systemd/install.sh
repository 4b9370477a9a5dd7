#!/bin/sh
# Installs the table on this computer: sudo make install.
#
# With DESTDIR the files are only laid out under that folder, by anybody: no users, no virtual environment
# (it holds its own absolute path), nothing is started. PYTHON names the interpreter (default python3).
set -eu

destdir=${DESTDIR:-}
python=${PYTHON:-python3}
source=$(cd "$(dirname "$0")/.." && pwd)
opt=/opt/live-dealer-table
etc=/etc/live-dealer-table

if [ -z "$destdir" ] && [ "$(id -u)" -ne 0 ]; then
    echo "install.sh must run as root: sudo make install" >&2
    exit 3
fi

put() { # put MODE FILE TARGET
    install -D -m "$1" "$source/$2" "$destdir$3"
}

put_once() { # as put, but what the owner has changed stays
    if [ -e "$destdir$3" ]; then
        echo "kept $3"
    else
        put "$@"
    fi
}

put 0644 systemd/table-controller.service /etc/systemd/system/table-controller.service
put 0644 systemd/table-display@.service /etc/systemd/system/table-display@.service
put 0644 systemd/table-display@floor.conf /etc/systemd/system/table-display@floor.service.d/floor.conf
put 0644 systemd/sysusers.conf /etc/sysusers.d/live-dealer-table.conf
put 0644 systemd/tmpfiles.conf /etc/tmpfiles.d/live-dealer-table.conf
put 0644 systemd/99-live-dealer-table.rules /etc/udev/rules.d/99-live-dealer-table.rules
install -d -m 0750 "$destdir$etc"
put_once 0640 config/table.yaml "$etc/table.yaml"
install -d -m 0700 "$destdir/var/lib/live-dealer-table/journal"

if [ -n "$destdir" ]; then
    echo "laid out under $destdir"
    exit 0
fi

systemd-sysusers /etc/sysusers.d/live-dealer-table.conf
systemd-tmpfiles --create /etc/tmpfiles.d/live-dealer-table.conf
chown root:table-controller "$etc" "$etc/table.yaml"
chown table-controller:table-controller /var/lib/live-dealer-table /var/lib/live-dealer-table/journal
chmod 0700 /var/lib/live-dealer-table

# On a Pi the interfaces to pins and SPI come from the system: not all of them are to be had ready made by pip.
if grep -q "Raspberry Pi" /proc/device-tree/model 2>/dev/null; then
    "$python" -m venv --system-site-packages "$opt/venv"
    if ! "$opt/venv/bin/python" -c "import lgpio, spidev, RPi.GPIO" 2>/dev/null; then
        echo "install.sh needs packages of the system: sudo apt install python3-rpi-lgpio python3-spidev" >&2
        exit 3
    fi
else
    "$python" -m venv "$opt/venv"
fi
"$opt/venv/bin/python" -m pip install --quiet --upgrade "$source[pi]"
# Its declared RPi.GPIO does not work on a Pi 5; rpi-lgpio gives the same interface.
"$opt/venv/bin/python" -m pip install --quiet --no-deps "mfrc522==0.0.7"

# The screens' fonts are cut once, which takes a while on a small computer.
install -d -o table-display -g table-display -m 0750 /var/cache/table-display
setpriv --reuid table-display --regid table-display --clear-groups \
    env XDG_CACHE_HOME=/var/cache/table-display "$opt/venv/bin/table-display" --prepare-fonts

systemctl daemon-reload
udevadm control --reload
udevadm trigger
systemctl enable table-controller.service table-display@player.service table-display@dealer.service

echo "Installed. Describe the table in $etc/table.yaml, enrol a deck, then: systemctl start table-controller"
