"""Terminal text and JSON values, from a view."""
