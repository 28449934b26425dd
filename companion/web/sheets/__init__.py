"""Score sheets that somebody typed: used, changed, kept and handed on."""
