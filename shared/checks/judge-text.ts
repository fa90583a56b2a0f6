/** Judges an answer as a text: which texts it has, and how long and how similar it is. */
import { message } from '#shared/language/message.ts';
import type { Count, KnownCheck } from '#shared/model/checks/check.ts';
import { deepEqual } from './deep-equal.ts';
import { editDistance, editWork } from './edit-distance.ts';
import { parsedJson } from './json-in-text.ts';
import { listedTexts } from './listed-texts.ts';
import { ngramSimilarity } from './ngram-similarity.ts';
import { failedToJudge, found, type Outcome, shown } from './verdict.ts';

type Of<Kind extends KnownCheck['kind']> = Extract<KnownCheck, { kind: Kind }>;

/** A text is compared as it is, any other value with the JSON that the answer has to be. */
export function judgeEquals(text: string, { value }: Of<'equals'>): Outcome {
  if (typeof value === 'object') {
    const read = parsedJson(text);
    return read !== undefined && deepEqual(read.value, value)
      ? found(true, message('It is the expected JSON.'))
      : found(false, message('It is not the expected JSON.'));
  }
  return String(value) === text
    ? found(true, message('It is the expected text.'))
    : found(false, message('It is not the expected text.'));
}

export function judgeContains(text: string, { kind, value }: Of<'contains' | 'icontains'>): Outcome {
  const part = String(value);
  if (part === '') return noText();
  const isFound = kind === 'contains' ? text.includes(part) : lower(text).includes(lower(part));
  return isFound
    ? found(true, message('It contains "{text}".'), { text: shown(part) })
    : found(false, message('It does not contain "{text}".'), { text: shown(part) });
}

type ListKind = 'contains-all' | 'contains-any' | 'icontains-all' | 'icontains-any';

export function judgeContainsListed(text: string, { kind, value }: Of<ListKind>): Outcome {
  if (value === '') return noText();
  const parts = typeof value === 'string' ? listedTexts(value) : value.map(String);
  if (parts === null) return failedToJudge(message('A quote in its list of texts is not closed.'));
  const isFound = kind.startsWith('i')
    ? (part: string) => lower(text).includes(lower(part))
    : (part: string) => text.includes(part);
  if (kind.endsWith('any')) {
    const first = parts.find(isFound);
    return first === undefined
      ? found(false, message('It contains none of the texts.'))
      : found(true, message('It contains "{text}".'), { text: shown(first) });
  }
  const missing = parts.find((part) => !isFound(part));
  return missing === undefined
    ? found(true, message('It contains all of the texts.'))
    : found(false, message('It does not contain "{text}".'), { text: shown(missing) });
}

export function judgeStartsWith(text: string, { value }: Of<'starts-with'>): Outcome {
  if (value === '') return noText();
  return text.startsWith(value)
    ? found(true, message('It starts with "{text}".'), { text: shown(value) })
    : found(false, message('It does not start with "{text}".'), { text: shown(value) });
}

/** Words are separated by spaces and ends of lines, and by nothing else. */
export function judgeWordCount(text: string, { value }: Of<'word-count'>): Outcome {
  const count = text.match(/\S+/g)?.length ?? 0;
  const holds = isWithin(count, value);
  if (holds === null) return noCount();
  return found(holds, message('It has {count, plural, one {# word} other {# words}}.'), { count });
}

export function judgeTokenCount(count: number | null, { value }: Of<'promptory:token-count'>): Outcome {
  if (count === null) return failedToJudge(message('Its tokens are not known.'));
  const holds = isWithin(count, value);
  if (holds === null) return noCount();
  return found(holds, message('It has {count, plural, one {# token} other {# tokens}}.'), { count });
}

/** Returns null where the limits are none. */
function isWithin(count: number, value: Count): boolean | null {
  if (typeof value !== 'object') return count === Number(value);
  const { min, max } = value;
  if (min === undefined && max === undefined) return null;
  if (min !== undefined && max !== undefined && min > max) return null;
  return (min === undefined || count >= min) && (max === undefined || count <= max);
}

const defaultDistance = 5;
/** Cells of the table that a distance needs: half a second. */
const mostWork = 100_000_000;

export function judgeLevenshtein(text: string, { value, threshold }: Of<'levenshtein'>): Outcome {
  const most = threshold ?? defaultDistance;
  if (editWork(text, value, most) > mostWork) {
    return failedToJudge(message('The texts are too long to be compared.'));
  }
  const distance = editDistance(text, value, most);
  return distance === null
    ? found(
        false,
        message('It differs by more than {count, plural, one {# character} other {# characters}}.'),
        {
          count: most,
        },
      )
    : found(true, message('It differs by {count, plural, one {# character} other {# characters}}.'), {
        count: distance,
      });
}

const defaultSimilarity = 0.5;

export function judgeSimilarity(
  text: string,
  { value, threshold = defaultSimilarity }: Of<'promptory:ngram-similarity'>,
): Outcome {
  const score = ngramSimilarity(text, value);
  const reason = {
    sentence: message('It is similar by {share, number, percent}.'),
    values: { share: score },
  };
  return { kind: 'found', holds: score >= threshold, score, reason };
}

const lower = (text: string) => text.toLowerCase();
const noText = () => failedToJudge(message('The check has no text to look for.'));
const noCount = () => failedToJudge(message('The check needs a number, or a least and a most one.'));
