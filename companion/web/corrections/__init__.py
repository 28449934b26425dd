"""Pages where a banker corrects a single step, a lot, a property or an account."""
