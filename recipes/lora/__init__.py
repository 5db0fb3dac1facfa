"""What the recipes of language models share: questions, training, completing, export."""
