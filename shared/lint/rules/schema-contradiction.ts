/**
 * Finds what in a text contradicts the answer format and the answer schema of its settings: lines that ask for another
 * format, and examples in fenced code that the schema does not allow.
 *
 * It reads a line for a verb and a format close to each other, in English and German: what it does not understand it
 * leaves alone.
 */
import { fitOf } from '#shared/checks/json-schema.ts';
import { message } from '#shared/language/message.ts';
import { Json, type JsonValue } from '#shared/model/checks/json.ts';
import { JsonText } from '#shared/model/prompt-settings.ts';
import { isBlank } from '#shared/model/text.ts';
import type { Range } from '#shared/templates/code-spans.ts';
import { fenceAfter } from '#shared/templates/fences.ts';
import { linesOf } from '#shared/templates/lines.ts';
import type { Found, Rule } from '../finding.ts';

export const schemaContradiction: Rule = {
  name: 'schema-contradiction',
  title: message('Lines that contradict the answer format'),
  severity: 'warning',
  *find({ text, settings }) {
    const { answerFormat, answerSchema } = settings;
    const isJson = answerFormat === 'json' || (answerFormat === undefined && answerSchema !== undefined);
    if (!isJson && answerFormat !== 'text') return;
    const schema = isJson && answerSchema !== undefined ? schemaOf(answerSchema) : null;
    for (const part of partsOf(text)) {
      if (part.kind === 'line') yield* contradictionIn(part, isJson);
      else if (schema !== null) yield* misfitIn(part, schema);
    }
  },
};

type Part = Range & { readonly kind: 'line' | 'fence'; readonly content: string };

/** So much of a line is read. */
const lineUnits = 1_000;
const exampleUnits = 64 * 1024;

/** Finds the lines outside of fenced code, and the contents of fenced code below a line about the answer. */
function* partsOf(text: string): Generator<Part> {
  let fence = '';
  let opened = 0;
  let isAnswer = false;
  let isOpenedForAnswer = false;
  for (const { start, end, next } of linesOf(text)) {
    const line = text.slice(start, Math.min(end, start + lineUnits));
    const after = fenceAfter(text.slice(start, end), fence);
    if (fence === '' && after === '') {
      yield { kind: 'line', start, end: start + line.length, content: line };
      if (!isBlank(line)) isAnswer = ofAnswer.test(line);
    }
    if (fence === '' && after !== '') [opened, isOpenedForAnswer] = [next, isAnswer];
    if (fence !== '' && after === '' && isOpenedForAnswer && start - opened <= exampleUnits) {
      yield { kind: 'fence', start: opened, end: start, content: text.slice(opened, start) };
    }
    fence = after;
  }
}

/** Examples of what is put in are none of the answer. */
const ofAnswer = /answer|respon[ds]|repl(?:y|ies)|output|return|schema|antwort|ausgabe|ausgib/i;

const verbs =
  '(?:answer|respond|reply|output|return|write|format|antworte|gib|schreibe?|formatiere|liefere|ausgabe)';
const otherFormats =
  '(?:plain text|prose|markdown|xml|yaml|csv|html|reinem text|reinen text|klartext|fliesstext|fließtext)';
/** Stands before a format that is read, and is no format of the answer: `about the HTML below`. */
const ofInput = '(?<!\\b(?:the|this|that|these|about|from|der|des|dem|das|dieses|diesem|über|aus)\\s)';
const askedFor = (formats: string) =>
  new RegExp(`(?<!\\p{L})${verbs}(?!\\p{L})[^.!?]{0,60}?(?<!\\p{L})${ofInput}(${formats})(?!\\p{L})`, 'iu');
const asksForOther = askedFor(otherFormats);
const asksForJson = askedFor('json');
const negated =
  /(?<!\p{L})(?:not|never|don['’]t|no|without|instead of|nicht|nie|kein\p{L}{0,2}|ohne|statt)(?!\p{L})/iu;
/** Between a word that forbids and what it forbids. */
const oneWord = '\\s{1,9}(?:(?!only|just|nur)\\p{L}{1,30}\\s{1,9})?';
/** Either before the verb or right before the format: `no prose, output JSON` forbids none. */
const forbidsJson = new RegExp(
  [
    `(?<!\\p{L})(?:not|never|don['’]t|nicht|nie)${oneWord}${verbs}(?!\\p{L})(?:(?!but |sondern )[^.!?,;:]){0,60}?`,
    `(?<!\\p{L})${verbs}(?!\\p{L})[^.!?]{0,60}?${negated.source}${oneWord}`,
  ]
    .map((before) => `${before}(?<!\\p{L})json(?!\\p{L})`)
    .join('|'),
  'iu',
);

function* contradictionIn({ content, start }: Part, isJson: boolean): Generator<Found> {
  const asked = (isJson ? asksForOther : asksForJson).exec(content);
  // A line with both asks for JSON that holds the other, or takes one of them back.
  const isOfBoth = isJson && /json/i.test(content);
  if (asked !== null && !isOfBoth && !isNegated(content, asked)) {
    yield {
      range: rangeOf(asked, start),
      reason: isJson
        ? {
            sentence: message('This line asks for {format}, and the settings ask for JSON.'),
            values: { format: asked[1] ?? '' },
          }
        : { sentence: message('This line asks for JSON, and the settings ask for text.') },
      fix: null,
    };
    return;
  }
  const forbidden = isJson ? forbidsJson.exec(content) : null;
  if (forbidden !== null) {
    yield {
      range: rangeOf(forbidden, start),
      reason: { sentence: message('This line forbids JSON, and the settings ask for it.') },
      fix: null,
    };
  }
}

function rangeOf(match: RegExpExecArray, start: number): Range {
  return { start: start + match.index, end: start + match.index + match[0].length };
}

/** Whether a word before the verb, or between it and the format, takes it back. */
function isNegated(line: string, match: RegExpExecArray): boolean {
  return negated.test(line.slice(Math.max(0, match.index - 20), match.index + match[0].length));
}

/**
 * Returns a schema without its patterns, which can take for ever; null where it cannot be read, or where a pattern decides
 * which properties there may be.
 */
function schemaOf(text: string): JsonValue | null {
  if (!JsonText.object.safeParse(text).success || text.includes('"patternProperties"')) return null;
  const parsed: unknown = JSON.parse(text, (name, value) =>
    name === 'pattern' && typeof value === 'string' ? undefined : value,
  );
  return Json.safeParse(parsed).data ?? null;
}

function* misfitIn({ content, start, end }: Part, schema: JsonValue): Generator<Found> {
  const example = exampleOf(content);
  if (example === null) return;
  const fit = fitOf(schema, example);
  if (fit.kind !== 'mismatch') return;
  yield {
    range: { start, end },
    reason:
      fit.at === ''
        ? { sentence: message('The answer schema does not allow this example.') }
        : {
            sentence: message('The answer schema does not allow this example, at {place}.'),
            values: { place: fit.at },
          },
    fix: null,
  };
}

/** Returns the JSON of fenced code: an object or an array; null for anything else. */
function exampleOf(content: string): JsonValue | null {
  if (!/^\s*[[{]/.test(content)) return null;
  try {
    return Json.safeParse(JSON.parse(content)).data ?? null;
  } catch {
    return null;
  }
}
