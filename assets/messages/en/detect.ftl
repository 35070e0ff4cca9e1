# detect
