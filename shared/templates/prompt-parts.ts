/**
 * Fills values into a prompt, be it a text or a chat.
 *
 * 1. Each message of a chat is filled by itself, so that no value begins a message. A variable is one in all of them:
 *    its first declaration holds wherever it stands.
 * 2. Whatever is shown or copied of a prompt is filled by the same values and names the same variables as missing.
 */
import { chatFromMessages, type Message, messagesOf, parseChat, type Role } from './chat.ts';
import type { Range } from './code-spans.ts';
import type { VariableMark } from './marks.ts';
import { type Filled, type FoundVariables, fillIn, variableMarks, variablesOf } from './variables.ts';

/** Values are filled into each by itself: a message of a chat, or a text that is none, which has no role. */
type PromptPart = PartRange & {
  /** Their offsets count from the start of the part. */
  readonly marks: readonly VariableMark[];
};

export type ReadPrompt = {
  readonly text: string;
  readonly isChat: boolean;
  readonly parts: readonly PromptPart[];
  readonly found: FoundVariables;
};

export function readPrompt(text: string): ReadPrompt {
  const parts = partRanges(text).map((range) => ({
    ...range,
    marks: variableMarks(text.slice(range.start, range.end)),
  }));
  return {
    text,
    isChat: parts[0]?.role !== null,
    parts,
    found: variablesOf(parts.flatMap(({ marks }) => marks)),
  };
}

/** A message of a chat, as the range of what it contains, or the whole of a text that is none. */
export type PartRange = Range & { readonly role: Role | null };

export function partRanges(text: string): PartRange[] {
  const chat = parseChat(text);
  if (chat === null) return [{ role: null, start: 0, end: text.length }];
  return chat.map(({ role, content }) => ({ role, ...content }));
}

/** Returns the variables that have neither a value nor a default, in their order. */
export function missingOf({ found }: ReadPrompt, values: ReadonlyMap<string, string>): string[] {
  return found.variables
    .filter(({ name, field }) => !values.has(name) && field.default === null)
    .map(({ name }) => name);
}

/** UTF-16 units of a filled text, which is measured before it is made: twice the largest text with its snippets. */
export const mostFilledUnits = 10 * 1024 * 1024;

/** Returns how long the filled text is, about: a chat may be written out once more. */
export function filledUnits({ text, parts, found }: ReadPrompt, values: ReadonlyMap<string, string>): number {
  const defaults = new Map(found.variables.map(({ name, field }) => [name, field.default?.length ?? 0]));
  let units = text.length;
  for (const { marks } of parts) {
    for (const { name, start, end } of marks) {
      units += (values.get(name)?.length ?? defaults.get(name) ?? 0) - (end - start);
    }
  }
  return units;
}

/**
 * Returns the text with its variables filled. What is around the messages of a chat stays as it is, unless a value would
 * make other messages of it, by a line that begins one or by a fence: the messages are then written out once more.
 */
export function fillPrompt(prompt: ReadPrompt, values: ReadonlyMap<string, string>): Filled {
  const { text, parts } = prompt;
  const all = withDefaults(prompt, values);
  const pieces: string[] = [];
  let end = 0;
  for (const part of parts) {
    pieces.push(text.slice(end, part.start), fillIn(text.slice(part.start, part.end), all).text);
    end = part.end;
  }
  pieces.push(text.slice(end));
  const missing = missingOf(prompt, values);
  const filled = pieces.join('');
  const messages = fillMessages(prompt, values);
  if (messages === null || isSame(messagesOf(filled), messages)) return { text: filled, missing };
  return { text: chatFromMessages(messages), missing };
}

/** Returns the messages of a chat with their variables filled; null for a text that is no chat. */
export function fillMessages(prompt: ReadPrompt, values: ReadonlyMap<string, string>): Message[] | null {
  const all = withDefaults(prompt, values);
  const messages = messagesOf(prompt.text);
  return messages?.map(({ role, content }) => ({ role, content: fillIn(content, all).text })) ?? null;
}

/** A piece of a filled text: as it is written, or a variable with what stands for it; a missing one as it is written. */
export type PreviewPiece = {
  readonly text: string;
  readonly kind: 'text' | 'value' | 'default' | 'missing';
};

export type PreviewPart = { readonly role: Role | null; readonly pieces: readonly PreviewPiece[] };

export type Preview = {
  readonly parts: readonly PreviewPart[];
  readonly missing: readonly string[];
  /** The text is longer than what is shown of it. */
  readonly isCut: boolean;
};

export type PreviewLimits = { readonly mostUnits: number; readonly mostPieces: number };

/** Returns the beginning of a filled prompt, in pieces that say where they come from. */
export function previewPrompt(
  prompt: ReadPrompt,
  values: ReadonlyMap<string, string>,
  { mostUnits, mostPieces }: PreviewLimits,
): Preview {
  const defaults = withDefaults(prompt, new Map());
  const parts: PreviewPart[] = [];
  let units = mostUnits;
  let count = mostPieces;
  let isCut = false;
  for (const part of prompt.parts) {
    if (units <= 0 || count <= 0) {
      isCut = true;
      break;
    }
    const pieces: PreviewPiece[] = [];
    for (const { piece } of piecesOf(prompt.text, part, { values, defaults })) {
      isCut = units < piece.text.length || count === 0;
      if (count > 0 && units > 0) pieces.push(isCut ? { ...piece, text: piece.text.slice(0, units) } : piece);
      units -= piece.text.length;
      count -= 1;
      if (isCut) break;
    }
    parts.push({ role: part.role, pieces });
    if (isCut) break;
  }
  return { parts, missing: missingOf(prompt, values), isCut };
}

type GivenValues = {
  readonly values: ReadonlyMap<string, string>;
  readonly defaults: ReadonlyMap<string, string>;
};

/** A piece for a range of the text, and the name of the variable there; null for text between variables. */
type PieceOfText = Range & { readonly piece: PreviewPiece; readonly name: string | null };

export function* piecesOf(
  text: string,
  part: PromptPart,
  { values, defaults }: GivenValues,
): Generator<PieceOfText> {
  const between = (start: number, end: number): PieceOfText => ({
    ...{ start, end, name: null },
    piece: { text: text.slice(start, end), kind: 'text' },
  });
  let last = part.start;
  for (const { name, ...mark } of part.marks) {
    const [start, end] = [part.start + mark.start, part.start + mark.end];
    if (start > last) yield between(last, start);
    last = end;
    const value = values.get(name);
    const standing = defaults.get(name);
    const place = { start, end, name };
    if (value !== undefined) yield { ...place, piece: { text: value, kind: 'value' } };
    else if (standing !== undefined) yield { ...place, piece: { text: standing, kind: 'default' } };
    else yield { ...place, piece: { text: text.slice(start, end), kind: 'missing' } };
  }
  if (last < part.end) yield between(last, part.end);
}

function isSame(left: readonly Message[] | null, right: readonly Message[]): boolean {
  if (left?.length !== right.length) return false;
  return right.every(({ role, content }, at) => left[at]?.role === role && left[at].content === content);
}

export function withDefaults(
  { found }: ReadPrompt,
  values: ReadonlyMap<string, string>,
): Map<string, string> {
  const all = new Map<string, string>();
  for (const { name, field } of found.variables) {
    const value = values.get(name) ?? field.default;
    if (value !== null) all.set(name, value);
  }
  return all;
}
