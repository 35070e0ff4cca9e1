# preview
