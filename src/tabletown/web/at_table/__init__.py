"""What can be done at a table: functions that are given how it stands, and answer a change or refuse."""
