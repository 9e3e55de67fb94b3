"""Evaluates the formulas that exchange prints: products without a sign, sums, powers, ceil, and
sum_i over symbols that end in _i. "EXPRESSION, s = EXPRESSION, words": words are left alone."""

import math
import re

TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?(?:e[-+]?\d+)?|[A-Za-z]+(?:_i)?'?|[-+/^()\[\]])")


class Formula:
    """values: numbers by symbol; of symbols with _i, lists."""

    def __init__(self, text, values):
        expression, *rest = text.split(", ")
        self.values = dict(values)
        for part in rest:
            name, is_definition, definition = part.partition(" = ")
            if is_definition and re.fullmatch(r"\w+", name):
                self.values[name] = self._evaluate(definition)
        self.result = self._evaluate(expression)

    def _evaluate(self, text):
        self.tokens = TOKEN.findall(text)
        assert "".join(self.tokens) == re.sub(r"\s", "", text), text
        self.at = 0
        self.index = None
        result = self._sum()
        assert self.at == len(self.tokens), (text, self.tokens[self.at:])
        return result

    def _peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def _sum(self):
        result = self._product()
        while self._peek() in ("+", "-"):
            sign = 1 if self._take() == "+" else -1
            result += sign * self._product()
        return result

    def _product(self):
        if self._peek() == "sum_i":
            self._take()
            return self._sum_over_i()
        result = self._power()
        while self._peek() and self._peek() not in "+-)]":
            if self._peek() == "/":
                self._take()
                result /= self._power()
            else:
                result *= self._power()
        return result

    def _sum_over_i(self):
        start, total = self.at, 0
        counts = [len(value) for value in self.values.values() if isinstance(value, list)]
        for self.index in range(counts[0]):
            self.at = start
            total += self._product()
        self.index = None
        return total

    def _power(self):
        base = self._factor()
        if self._peek() == "^":
            self._take()
            return base ** self._power()
        return base

    def _factor(self):
        token = self._take()
        if token in "([":
            result = self._sum()
            assert self._take() in ")]"
            return result
        if token == "ceil":
            return math.ceil(self._factor())
        if token[0].isdigit():
            return float(token)
        value = self.values[token]
        return value[self.index] if isinstance(value, list) else value


def evaluate(text, values):
    return Formula(text, values).result
