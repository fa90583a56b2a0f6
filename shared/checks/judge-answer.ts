/**
 * Judges an answer by checks, without a network.
 *
 * An expression, and a schema with one, can take for ever: whoever judges answers that a person waits for does it in a
 * thread that can be ended, check by check (`verdictOn`), and has `lateVerdict` for one that was.
 *
 * 1. No check and no answer makes it throw: what cannot be judged has an error of its own, and fails whatever it weighs.
 * 2. `not` turns round what was found, and the score with it; errors and open checks stay what they are.
 * 3. The score is the mean by weights. With a threshold it decides; without one, every check must pass.
 * 4. A check of weight 0 that is judged counts as passed. An open check leaves the total open, unless it cannot change it any more.
 */
import { message } from '#shared/language/message.ts';
import type { Check, KnownCheck } from '#shared/model/checks/check.ts';
import type { RunRating, ToolCall } from '#shared/model/run/run.ts';
import { isMalformed, nameOfUnknown, tooLargeAssertion } from './assertions.ts';
import { judgeCalls, judgeContainsJson, judgeIsJson } from './judge-json.ts';
import {
  judgeContains,
  judgeContainsListed,
  judgeEquals,
  judgeLevenshtein,
  judgeSimilarity,
  judgeStartsWith,
  judgeTokenCount,
  judgeWordCount,
} from './judge-text.ts';
import { isRefusal } from './refusal.ts';
import { judgeByRubric, type RubricVerdicts } from './rubric.ts';
import { failedToJudge, found, type Outcome, open, type Sentence, shown } from './verdict.ts';

/** An answer with what else is known of its run; null: it is not. */
export type JudgedAnswer = {
  readonly text: string;
  /** In the currency of the price. */
  readonly cost: number | null;
  readonly milliseconds: number | null;
  readonly tokens: number | null;
  readonly toolCalls: readonly ToolCall[];
  /** The setting of the prompt: an array of functions as JSON. */
  readonly tools: string | undefined;
  readonly rating: Pick<RunRating, 'verdict' | 'stars'>;
  /** The verdicts of a model; left out, or without one of them: that check is open. */
  readonly rubrics?: RubricVerdicts | undefined;
};

export type Verdict = {
  readonly kind: 'judged' | 'error' | 'open';
  /** Null while it is open. */
  readonly passed: boolean | null;
  /** From 0 to 1; null while it is open. */
  readonly score: number | null;
  readonly reason: Sentence;
};

export type Judgement = {
  /** One for each check, in their order. */
  readonly verdicts: readonly Verdict[];
  /** Null: it depends on the checks that are open. */
  readonly passed: boolean | null;
  /** The mean of those that are judged; null if none is. */
  readonly score: number | null;
};

/** `threshold`: the least score that passes; left out: each check has to. */
export function judgeAnswer(
  answer: JudgedAnswer,
  checks: readonly Check[],
  threshold?: number | undefined,
): Judgement {
  return totalOf(
    checks,
    checks.map((check) => verdictOn(answer, check)),
    threshold,
  );
}

/** `verdicts`: one for each check. */
export function totalOf(
  checks: readonly Check[],
  verdicts: readonly Verdict[],
  threshold?: number | undefined,
): Judgement {
  const weighed = verdicts.map((verdict, place) => ({ verdict, weight: weightOf(checks[place]) }));
  return { verdicts, score: scoreOf(weighed), passed: isPassed(weighed, threshold) };
}

/** Returns the verdict on a check that was ended because it took too long. */
export const lateVerdict = (): Verdict => ({
  ...{ kind: 'error', passed: false, score: 0 },
  reason: { sentence: message('The check takes too long.') },
});

type Weighed = { readonly weight: number; readonly verdict: Verdict };

const weightOf = (check: Check | undefined) =>
  check === undefined || check.kind === 'unknown' ? 1 : (check.weight ?? 1);

export function verdictOn(answer: JudgedAnswer, check: Check): Verdict {
  const outcome = outcomeOf(answer, check);
  const { reason } = outcome;
  const counts = weightOf(check) > 0;
  switch (outcome.kind) {
    case 'open':
      return { kind: 'open', passed: counts ? null : true, score: null, reason };
    case 'error':
      return { kind: 'error', passed: false, score: 0, reason };
    case 'found': {
      const { holds, score = holds ? 1 : 0 } = outcome;
      const not = check.kind !== 'unknown' && check.not;
      return { kind: 'judged', passed: holds !== not || !counts, score: not ? 1 - score : score, reason };
    }
  }
}

/** Returns null where no weight is judged; of no checks, 1. */
function scoreOf(weighed: readonly Weighed[]): number | null {
  if (weighed.length === 0) return 1;
  const judged = weighed.filter(({ verdict }) => verdict.score !== null);
  return judged.length === 0 ? null : meanOf(judged, 0);
}

/** `ofOpen`: the score that those get which are open. */
function meanOf(weighed: readonly Weighed[], ofOpen: number): number {
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const sum = weighed.reduce((all, { weight, verdict }) => all + weight * (verdict.score ?? ofOpen), 0);
  return total > 0 ? sum / total : 0;
}

function isPassed(weighed: readonly Weighed[], threshold: number | undefined): boolean | null {
  if (weighed.some(({ verdict }) => verdict.kind === 'error')) return false;
  if (threshold === undefined || weighed.length === 0) {
    if (weighed.some(({ verdict }) => verdict.passed === false)) return false;
    return weighed.some(({ verdict }) => verdict.passed === null) ? null : true;
  }
  if (meanOf(weighed, 0) >= threshold) return true;
  return meanOf(weighed, 1) >= threshold ? null : false;
}

function outcomeOf(answer: JudgedAnswer, check: Check): Outcome {
  try {
    return check.kind === 'unknown' ? outcomeOfUnknown(check) : outcomeOfKnown(answer, check);
  } catch {
    // A value that is nested deeper than the stack.
    return failedToJudge(message('It is nested too deeply to be judged.'));
  }
}

function outcomeOfUnknown(check: Extract<Check, { kind: 'unknown' }>): Outcome {
  if (check.raw === tooLargeAssertion)
    return failedToJudge(message('With the values of its case the check is too large to be judged.'));
  const values = { name: shown(nameOfUnknown(check)) };
  return isMalformed(check)
    ? failedToJudge(message('The check "{name}" has a value that it cannot have.'), values)
    : open(message('The check "{name}" is kept, and is not judged here.'), values);
}

function outcomeOfKnown(answer: JudgedAnswer, check: KnownCheck): Outcome {
  const { text } = answer;
  switch (check.kind) {
    case 'equals':
      return judgeEquals(text, check);
    case 'contains':
    case 'icontains':
      return judgeContains(text, check);
    case 'contains-all':
    case 'contains-any':
    case 'icontains-all':
    case 'icontains-any':
      return judgeContainsListed(text, check);
    case 'starts-with':
      return judgeStartsWith(text, check);
    case 'regex':
      return judgeRegex(text, check.value);
    case 'is-json':
      return judgeIsJson(text, check);
    case 'contains-json':
      return judgeContainsJson(text, check);
    case 'word-count':
      return judgeWordCount(text, check);
    case 'levenshtein':
      return judgeLevenshtein(text, check);
    case 'is-valid-function-call':
    case 'is-valid-openai-function-call':
    case 'is-valid-openai-tools-call':
      return judgeCalls(answer);
    case 'is-refusal':
      return isRefusal(text)
        ? found(true, message('It refuses.'))
        : found(false, message('It does not refuse.'));
    default:
      return outcomeOfRun(answer, check);
  }
}

type CheckOfRun = Extract<
  KnownCheck,
  {
    kind: 'cost' | 'latency' | 'llm-rubric' | `promptory:${string}`;
  }
>;

function outcomeOfRun(answer: JudgedAnswer, check: CheckOfRun): Outcome {
  switch (check.kind) {
    case 'cost':
      return judgeCost(answer.cost, check.threshold);
    case 'latency':
      return judgeLatency(answer.milliseconds, check.threshold);
    case 'promptory:token-count':
      return judgeTokenCount(answer.tokens, check);
    case 'promptory:ngram-similarity':
      return judgeSimilarity(answer.text, check);
    case 'promptory:rating':
      return judgeRating(answer.rating, check.value);
    case 'llm-rubric':
      return judgeByRubric(answer.rubrics, check);
  }
}

function judgeRegex(text: string, pattern: string): Outcome {
  if (pattern === '') return failedToJudge(message('The check has no text to look for.'));
  if (!isPattern(pattern)) return failedToJudge(message('The regular expression is not valid.'));
  return new RegExp(pattern).test(text)
    ? found(true, message('It matches the regular expression.'))
    : found(false, message('It does not match the regular expression.'));
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function judgeCost(cost: number | null, threshold: number | undefined): Outcome {
  if (threshold === undefined) return failedToJudge(message('The check has no threshold.'));
  if (cost === null) return failedToJudge(message('Its cost is not known.'));
  return found(cost <= threshold, message('It cost {cost, number, ::@@#}.'), { cost });
}

function judgeLatency(milliseconds: number | null, threshold: number | undefined): Outcome {
  if (threshold === undefined) return failedToJudge(message('The check has no threshold.'));
  if (milliseconds === null) return failedToJudge(message('Its time is not known.'));
  return found(milliseconds <= threshold, message('It took {milliseconds, number} ms.'), { milliseconds });
}

function judgeRating(
  { verdict, stars }: JudgedAnswer['rating'],
  value: Extract<KnownCheck, { kind: 'promptory:rating' }>['value'],
): Outcome {
  if (typeof value === 'string') {
    if (verdict === null) return open(message('Nobody has rated it yet.'));
    return verdict === 'better'
      ? found(value === 'better', message('It was rated as better.'))
      : found(value === 'worse', message('It was rated as worse.'));
  }
  if (stars === null) return open(message('Nobody has rated it yet.'));
  const reason = { sentence: message('It was rated with {stars} of 5.'), values: { stars } };
  return { kind: 'found', holds: stars >= value, score: (stars - 1) / 4, reason };
}
