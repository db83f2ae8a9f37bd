"""A game explained: everybody's chance to win after every decision, where it turned, what would have been better."""

from tabletown.explaining.analysis import Analysis, Analyst, Effort, Outlook

__all__ = ["Analysis", "Analyst", "Effort", "Outlook"]
