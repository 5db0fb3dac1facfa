"""Several looks for one question: plans (PlanRAG), thoughts and trees (RAG-Star).

One look is retrieve, judge, keep.
"""
