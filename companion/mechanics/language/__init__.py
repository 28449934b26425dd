"""The language of screens: sentences to translate, and texts and amounts as people write them."""
