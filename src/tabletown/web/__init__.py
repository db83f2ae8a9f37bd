"""Store, server, pages, pushes: the table in the browser."""
