"""`python -m dealer` is the same as `dealer`."""

from dealer.cli.main import main

main()
