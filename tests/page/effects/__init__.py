"""What things say that they do."""
