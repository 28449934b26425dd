"""The real server under real taps, killed and beset: for minutes by ``make soak``, or seconds."""
