"""Chances: counted exactly, simulated, and estimated with error bars."""
