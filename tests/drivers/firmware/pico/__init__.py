"""The modules of a Raspberry Pi Pico whose pins end in the test; they run on MicroPython and on CPython."""
