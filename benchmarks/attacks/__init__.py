"""Hostile pages, answers and servers, and what they cost: a command each, one JSON line each."""
