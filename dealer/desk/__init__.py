"""One table with its sensors as a pure machine: what comes in, what follows from it, what is to be done next."""
