"""random_unstructured.py: to come."""
