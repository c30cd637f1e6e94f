"""HTTP requests and websockets: authentication, admission, and answers."""
