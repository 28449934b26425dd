"""Auctions in turn, open auctions, and auctions that the banker records."""
