"""The site: a Voila app with its own template, a Jupyter server extension, the command line."""
