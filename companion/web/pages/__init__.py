"""The pages that people go to, a blueprint each, and what their forms are made of."""
