"""Turns announcements into the sentence that is spoken and shown, in the language of the house."""
