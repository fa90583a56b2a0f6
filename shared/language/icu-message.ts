/**
 * Reads and fills ICU messages (unicode-org.github.io/icu, "Formatting Messages") of the kinds that the app has:
 * `{name}`, `{count, number}` and `{count, plural, =0 {none} one {# file} other {# files}}`, with ICU's apostrophes.
 * `npm run check -- translations` refuses every other kind, and a test compares this with `intl-messageformat`.
 */
export type Message = readonly Piece[];

type Piece =
  | string
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'plural'; readonly name: string; readonly forms: ReadonlyMap<string, Message> }
  /** The number of the plural around it. */
  | { readonly kind: 'pound' };

type Source = { readonly text: string; at: number };

/** Throws a SyntaxError where the text is no such message. */
export function readMessage(text: string): Message {
  const source = { text, at: 0 };
  const pieces = readPieces(source, 'message');
  if (source.at < text.length) throw new SyntaxError(`The message "${text}" cannot be read at ${source.at}.`);
  return pieces;
}

/** Texts within a form of a plural end at its brace, and have the number at `#`. */
const syntax = {
  message: { text: /''?|[^'{]+/y, quoted: /'([{}<>](?:[^']|'')*)(?:'|$)/y },
  plural: { text: /''?|[^'{}#]+/y, quoted: /'([{}<>#](?:[^']|'')*)(?:'|$)/y },
};

function readPieces(source: Source, place: keyof typeof syntax): Message {
  const pieces: Piece[] = [];
  for (;;) {
    const text = readText(source, place);
    if (text !== '') pieces.push(text);
    const next = source.text[source.at];
    if (next === '{') pieces.push(readArgument(source));
    else if (next === '#') {
      source.at += 1;
      pieces.push({ kind: 'pound' });
    } else return pieces;
  }
}

/** Two apostrophes are one; what stands between two of which the first is before a brace is text. */
function readText(source: Source, place: keyof typeof syntax): string {
  const { text, quoted } = syntax[place];
  let found = '';
  for (;;) {
    const part = match(source, quoted)?.[1]?.replaceAll("''", "'") ?? match(source, text)?.[0];
    if (part === undefined) return found;
    found += part === "''" ? "'" : part;
  }
}

function readArgument(source: Source): Piece {
  const name = take(source, /\{\s*([^\s{},]+)\s*/y);
  if (match(source, /\}/y)) return { kind: 'value', name };
  if (match(source, /,\s*number\s*\}/y)) return { kind: 'number', name };
  take(source, /,\s*plural\s*,\s*()/y);
  const forms = new Map<string, Message>();
  while (!match(source, /\}/y)) {
    const form = take(source, /([^\s{},]+)\s*\{/y);
    if (forms.has(form)) throw new SyntaxError(`The message "${source.text}" has two forms "${form}".`);
    forms.set(form, readPieces(source, 'plural'));
    take(source, /\}\s*()/y);
  }
  if (!forms.has('other')) throw new SyntaxError(`The message "${source.text}" has no form "other".`);
  return { kind: 'plural', name, forms };
}

/** Returns what matches here and goes on behind it. */
function match(source: Source, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = source.at;
  const found = pattern.exec(source.text);
  if (found !== null) source.at = pattern.lastIndex;
  return found;
}

function take(source: Source, pattern: RegExp): string {
  const [, found] = match(source, pattern) ?? [];
  if (found === undefined)
    throw new SyntaxError(`The message "${source.text}" cannot be read at ${source.at}.`);
  return found;
}

type Values<Part> = Readonly<Record<string, string | number | Part>>;

/** Fills messages with the numbers and plurals of a language (BCP 47). */
export type MessageFiller = {
  /** Returns texts and other values in their order, no two texts side by side. Throws where a value is missing. */
  fill<Part = never>(message: Message, values: Values<Part>, count?: number): (string | Part)[];
};

export function messageFiller(language: string): MessageFiller {
  const numbers = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);

  function partsOf<Part>(piece: Piece, values: Values<Part>, count: number): (string | Part)[] {
    if (typeof piece === 'string') return [piece];
    if (piece.kind === 'pound') return [numbers.format(count)];
    const value = values[piece.name];
    if (value === undefined) throw new Error(`A message has no value for ${piece.name}.`);
    if (piece.kind === 'number') return [numbers.format(Number(value))];
    if (piece.kind === 'value') return [typeof value === 'number' ? String(value) : value];
    const number = Number(value);
    const { forms } = piece;
    const form = forms.get(`=${number}`) ?? forms.get(plurals.select(number)) ?? forms.get('other');
    return fill(form ?? [], values, number);
  }

  function fill<Part>(message: Message, values: Values<Part>, count = 0): (string | Part)[] {
    const joined: (string | Part)[] = [];
    for (const part of message.flatMap((piece) => partsOf(piece, values, count))) {
      const last = joined.at(-1);
      if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
      else if (part !== '') joined.push(part);
    }
    return joined;
  }

  return { fill };
}
