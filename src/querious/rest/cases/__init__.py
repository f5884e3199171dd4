"""What is asked of a REST API: values for parameters and bodies, calls that learn, random and flawed cases."""
