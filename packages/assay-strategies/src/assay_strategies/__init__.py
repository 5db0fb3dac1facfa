"""Self-RAG and its variants, Adaptive-RAG, PlanRAG and RAG-Star, with their steps and parts."""
