"""Check how well a model would play: ask it questions from play, and estimate the time and tokens of a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from ariadne.errors import AriadneError
from ariadne.events import Usage
from ariadne.models.ask import ask_once
from ariadne.models.fallback import Form
from ariadne.models.model import Model, UnreadableReply
from ariadne.models.prices import CHARACTERS_A_TOKEN, estimated_tokens, estimated_usage
from ariadne.models.question import Question
from ariadne.text import counted

PAPER = "paper"
CACHES = 0.5
"""The cached share of a repeated prompt above which a server counts as caching prompts."""
GOOD = 0.8
"""The share of usable answers above which a kind of question is given to the model."""
GOOD_ENOUGH = "its answers can be used, and a step takes {}"
PATIENCE = 30.0
"""The longest step, in seconds, that is comfortable to watch."""


@dataclass(frozen=True)
class Try:
    """The result of a question that was asked once, without a repair.

    Attributes:
        error: why the answer cannot be used; empty if it can.
        broken: whether the reply was cut, or repeats itself.
        estimated: the estimated tokens of the prompt.
        seconds: the time of the reply.
    """

    name: str
    error: str
    broken: bool
    usage: Usage
    estimated: int
    seconds: float


@dataclass(frozen=True)
class Speed:
    """Seconds per new prompt token, and per reply token."""

    prompt: float
    reply: float

    def seconds(self, usage: Usage) -> float:
        """The time of a call, or of several."""
        return self.prompt * (usage.prompt_tokens - usage.cached_tokens) + self.reply * usage.completion_tokens


@dataclass(frozen=True)
class TrialQuestions:
    """The questions of some steps of play.

    Attributes:
        calls: the way of asking, as `--calls` names it.
        questions: in order, each with the reply of the model that played.
    """

    calls: str
    steps: int
    questions: Sequence[tuple[Question[Any], str]]


@dataclass(frozen=True)
class Demand:
    """The demand of a step, for one way of asking.

    Attributes:
        questions: the names of the questions.
        usage: tokens of a step.
        seconds: of the model's work.
    """

    calls: str
    questions: tuple[str, ...]
    usage: Usage
    seconds: float


@dataclass(frozen=True)
class Advice:
    """The recommended `--calls`.

    Attributes:
        suits: whether it suits the model, or is only the least demanding.
        reasons: the findings on each way that was considered, a line each.
    """

    calls: str
    suits: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """The result of a check.

    Attributes:
        form: the answer form that the endpoint accepts; empty for a model without forms.
        prompt_speed: prompt tokens per second; None if they took no measurable time.
        reply_speed: reply tokens per second, likewise.
        cached: the share of a repeated prompt that the server reported as cached.
        tries: one for each question.
        demands: the demand of a step, by way of asking.
    """

    model: str
    form: str
    prompt_speed: float | None
    reply_speed: float | None
    cached: float
    tries: tuple[Try, ...]
    demands: tuple[Demand, ...]
    advice: Advice

    @property
    def valid(self) -> int:
        """The number of usable answers."""
        return sum(not each.error for each in self.tries)


async def try_question(model: Model, question: Question[Any]) -> Try:
    """Ask once and check whether the answer can be used.

    Raises:
        UserError, NoReply: from the model.
    """
    messages = question.prompt.messages
    estimated = estimated_usage(messages, "").prompt_tokens
    try:
        reply = await ask_once(model, question)
    except UnreadableReply as error:
        return Try(question.name, str(error), error.cut, error.usage, estimated, error.seconds)
    return Try(question.name, "", reply.salvaged, reply.usage, estimated, reply.seconds)


async def ask_each(model: Model, questions: Sequence[Question[Any]], tell: Callable[[Try], None]) -> list[Try]:
    """Ask each question once, and the last one twice.

    An error before the first reply is raised; a later one is the result of its question.

    Args:
        tell: receives each result.

    Raises:
        UserError, NoReply: the model cannot be asked.
    """
    tries: list[Try] = []
    for question in [*questions, questions[-1]]:
        try:
            tries.append(await try_question(model, question))
        except AriadneError as error:
            if not tries:
                raise
            tries.append(Try(question.name, str(error), False, Usage(), 0, 0.0))
        tell(tries[-1])
    return tries


def report_of(
    model: Model, tries: Sequence[Try], askings: Sequence[TrialQuestions], price: Callable[[Usage], float | None]
) -> Report:
    """Summarize the results of `ask_each`.

    Args:
        tries: in order; the last is the repeated one.
        askings: ways of asking, the most demanding first; the paper's is reported, but never recommended.
        price: dollars for a usage; None if unknown.
    """
    *once, again = tries
    form: Form | None = getattr(model, "form", None)
    speed = speed_of(tries if again.usage.cached_tokens else once)
    cached = again.usage.cached_tokens / again.usage.prompt_tokens if again.usage.prompt_tokens else 0.0
    demands = [demand_of(asking, once, speed, caches=cached >= CACHES) for asking in askings]
    return Report(
        model.name,
        "" if form is None else form.name.lower(),
        1 / speed.prompt if speed.prompt else None,
        1 / speed.reply if speed.reply else None,
        cached,
        tuple(once),
        tuple(replace(each, usage=replace(each.usage, cost_usd=price(each.usage))) for each in demands),
        advise([each for each in demands if each.calls != PAPER], once),
    )


def speed_of(tries: Sequence[Try]) -> Speed:
    """The seconds per token that fit the times of all tries best (least squares, none below 0).

    The first try does not count: the server may have been loading the model.
    """
    from scipy.optimize import nnls

    seen = [(t.usage.prompt_tokens - t.usage.cached_tokens, t.usage.completion_tokens, t.seconds) for t in tries[1:]]
    if not seen:
        return Speed(0.0, 0.0)
    prompt, reply = nnls([tokens for *tokens, _ in seen], [seconds for *_, seconds in seen])[0]
    return Speed(float(prompt), float(reply))


def demand_of(asking: TrialQuestions, tries: Sequence[Try], speed: Speed, caches: bool) -> Demand:
    """Estimate the demand of a step from the questions in play and the tries; the cost is left out.

    Prompt tokens are estimated, and corrected by the model's own counts. A reply is as long as the model's replies to
    questions of that name, or else as the reply in play, also corrected.

    Args:
        caches: whether the server caches prompts: then the prefix that a prompt shares with an earlier one is not new.
    """
    counted = _ratio([(each.usage.prompt_tokens, each.estimated) for each in tries])
    written = {name: fmean(each.usage.completion_tokens for each in own) for name, own in by_name(tries).items()}
    lengths = [(question.name, estimated_tokens(reply)) for question, reply in asking.questions]
    wordier = _ratio([(written[name], tokens) for name, tokens in lengths if name in written])
    prompts = [
        "\n".join(message["content"] for message in question.prompt.messages) for question, _ in asking.questions
    ]
    known = [_known(prompt, prompts[:place]) if caches else 0 for place, prompt in enumerate(prompts)]
    scale = counted / CHARACTERS_A_TOKEN / asking.steps
    usage = Usage(
        round(sum(map(len, prompts)) * scale),
        round(sum(written.get(name, wordier * tokens) for name, tokens in lengths) / asking.steps),
        round(sum(known) * scale),
    )
    return Demand(asking.calls, tuple(dict.fromkeys(name for name, _ in lengths)), usage, speed.seconds(usage))


def advise(demands: Sequence[Demand], tries: Sequence[Try]) -> Advice:
    """The first way of asking with enough usable answers and a short enough step, or else the last."""
    reasons: list[str] = []
    for demand in demands:
        flaws = _flaws(demand, tries)
        reasons.append(f"{demand.calls}: {', '.join(flaws or [GOOD_ENOUGH.format(_seconds(demand.seconds))])}")
        if not flaws:
            return Advice(demand.calls, True, tuple(reasons))
    return Advice(demands[-1].calls, False, tuple(reasons))


def by_name(tries: Sequence[Try]) -> dict[str, list[Try]]:
    """Tries by the name of the question."""
    return {name: [each for each in tries if each.name == name] for name in dict.fromkeys(each.name for each in tries)}


def _flaws(demand: Demand, tries: Sequence[Try]) -> list[str]:
    """The arguments against a way of asking, in words."""
    flaws = []
    for name, own in by_name(tries).items():
        usable = sum(not each.error for each in own)
        if name in demand.questions and usable < GOOD * len(own):
            flaws.append(f"{usable} of {counted(len(own), 'answer')} to {name} can be used")
    return flaws + [f"a step takes {_seconds(demand.seconds)}"] * (demand.seconds > PATIENCE)


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def _known(prompt: str, earlier: Sequence[str]) -> int:
    """The length of the longest prefix that a prompt shares with an earlier one."""
    return max((_alike(prompt, each) for each in earlier), default=0)


def _alike(one: str, other: str) -> int:
    shorter = min(len(one), len(other))
    return next((place for place in range(shorter) if one[place] != other[place]), shorter)


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """The ratio of the sums of the first and the second values; 1 if it is undefined."""
    first, second = (sum(column) for column in zip(*pairs, strict=True)) if pairs else (0.0, 0.0)
    return first / second if first and second else 1.0
