"""Pages on which a banker corrects one step, a lot, a property or an account."""
