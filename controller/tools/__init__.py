"""Programs beside the service; the service imports none of them."""
