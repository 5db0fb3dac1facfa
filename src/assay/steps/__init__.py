"""The stages of an answer, shared by the strategies; one folder for each stage.

correct (CRAG), answer, reflect (Self-RAG), verify (CoV-RAG), reason (plans and trees).
"""
