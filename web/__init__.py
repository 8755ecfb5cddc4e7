"""The pages that the dealer, the floor and the rail look at."""
