"""The encoder of passages and questions, from its published weights."""
