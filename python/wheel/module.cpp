// Empty: what is linked to it is what counts.
