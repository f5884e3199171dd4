"""What came over streams → what is wrong with them: pure rules that know neither a transport's code nor GraphQL."""
