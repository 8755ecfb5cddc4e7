"""The controller for live seven card stud: the rules, the table, the record of what happened."""
