"""The one list of English stop words, in three sizes; each holds the one before it."""

from __future__ import annotations

NEGATIONS = frozenset(("no", "not", "never", "none", "neither", "nor", "without", "cannot", "n't"))
_SMALL = """
    a an the this that these those it its he she they his her their him them we you i my your our
    is are was were be been being am do does did has have had will would can could may might must
    shall should of in on at by for from to with as into onto about over under between through
    during after before and or but if then than so such also too very just only both each more
    most some any all who whom whose which what where when why how there here s t yes no true false
"""
SMALL_WORDS = frozenset(_SMALL.split())
# The other closed classes of English. A passage need not have them to answer a question, but in an
# answer "many" and "every" matter. Words that reverse a question are missing: "without", "except".
_CLOSED = """
    many much few fewer several enough lot lots plenty every either neither none another other
    others same own else one ones
    always never ever often sometimes usually seldom rarely again already still yet now soon once
    today currently away together forever perhaps maybe
    really quite rather almost nearly even simply actually exactly basically somehow anyway
    because although though while whereas whether until unless since nor not cannot
    me us mine yours ours theirs hers myself yourself himself herself itself ourselves themselves
    someone somebody something anyone anybody anything everyone everybody everything nobody nothing
    somewhere anywhere everywhere whatever whichever whoever whenever wherever however
    against along among amongst around across beside besides beyond despite during
    near onto per regarding throughout till toward towards upon via within
    please thanks thank hi hello hey ok okay ought
"""
FUNCTION_WORDS = SMALL_WORDS | frozenset(_CLOSED.split())
# Words with which people ask ("tell", "find", "kind", "called"): they name nothing to search for.
_ASKING = """
    according became become becomes best called came come comes doing done explain find
    following gave get gets give given gives go goes going got having including instead kind
    known last let like likely list made main mean means mentioned name named names off out
    say see seen sort tell thing things type types up use used using way well went
"""
STOP_WORDS = FUNCTION_WORDS | frozenset(_ASKING.split()) | {"without"}
