"""The questions of the command ``napkin`` as functions, with the objects of its ``--json`` as answers.

An input that has no answer raises ``ParseError``; an option that is wrong, ``ValueError``. The places
``start`` and ``end`` count the characters of a ``str`` and the bytes of ``bytes``; an ``offset`` counts bytes of UTF-8. A
lone surrogate in a text is a ``UnicodeEncodeError``, or with ``errors="replace"`` U+FFFD. The
answer to a question of yes or no is a ``napkin.Verdict``, whose truth is the answer. The functions are made at import
of the list of questions that the extension has.

>>> from napkin import questions
>>> questions.resolve("../g", base="http://a/b/c")["target"]
'http://a/g'
>>> questions.compare("http://h", "HTTP://H:80/")["equivalent_at"]
'scheme'
>>> found = questions.audit("http://trusted.example@evil.example/", hosts=True, all=True)
>>> [finding["rule"] for finding in found["findings"]], found["hosts"]
(['userinfo-present', 'userinfo-hostlike'], ['evil.example'])
>>> verdict = questions.allow("https://cdn.example@evil.example/", host=["cdn.example"])
>>> bool(verdict), verdict["reason"]
(False, "the host 'evil.example' is not in the list")
>>> questions.repair("http://example.com/a b")["candidates"][0]["uri"]
'http://example.com/a%20b'
>>> [found["uri"] for found in questions.extract("See <http://a.example/x>, or http://b.example/y.")]
['http://a.example/x', 'http://b.example/y']
>>> page = '<a href="../x">x</a> <img src="1.png">'
>>> [link["target"] for link in questions.links(page, base="http://a/b/c")]
['http://a/x', 'http://a/b/1.png']
>>> found, = questions.base('<head><base href="../up/"></head>', base="http://a/b/c/d", resolve="x")
>>> found["base"], found["established_by"], found["target"]
('http://a/b/up/', 'content', 'http://a/b/up/x')
"""

from __future__ import annotations

from napkin import _made
from napkin._made import Text as Text

_questions = _made.questions()
globals().update(_questions)
__all__ = [name for name in _questions if name not in _made.BUILTINS]
