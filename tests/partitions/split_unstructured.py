"""split_unstructured.py: to come."""
