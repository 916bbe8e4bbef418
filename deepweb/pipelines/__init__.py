"""What happens to an item on its way to the store, a file each."""
