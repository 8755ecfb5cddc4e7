"""One hand of seven card stud, pure: state, events, commands."""
