"""What whoever runs a server looks at: health, figures, the log of requests."""
