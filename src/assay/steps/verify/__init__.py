"""CoV-RAG, section 2: claims, sentence checks, the paper's form, when and how to ask again.

Each sentence of an answer is judged against its evidence here.
"""
