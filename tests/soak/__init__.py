"""The real server under real taps, killed and beset: minutes by ``make soak``, seconds as a test."""
