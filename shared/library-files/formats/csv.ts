/**
 * Reads comma-separated values (RFC 4180) piece by piece: quotes that enclose a value, also over several lines, and
 * quotes that are doubled inside. The separator is a comma, a semicolon or a tab: the one that the first line has most of.
 * A first line `sep=;` names it, as spreadsheets have it; it is no row.
 */
import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { FileRefused } from '../files.ts';

/** `line`: where the row begins, counted from 1. */
export type CsvRow = { readonly line: number; readonly values: readonly string[] };

export async function* readCsv(pieces: AsyncIterable<string>, separator?: string): AsyncGenerator<CsvRow> {
  let waiting = '';
  let reader: RowReader | null = separator === undefined ? null : new RowReader(separator);
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length > bounds.rowBytes) throw rowTooLong();
    if (reader === null) {
      const end = waiting.search(/[\r\n]/);
      if (end < 0) continue;
      ({ reader, rest: waiting } = begun(waiting));
    }
    yield* reader.push(waiting);
    waiting = '';
  }
  if (reader === null) ({ reader, rest: waiting } = begun(waiting));
  yield* reader.push(waiting);
  yield* reader.end();
}

/** Returns a reader for the text, and the text without the line that names the separator. */
function begun(text: string): { reader: RowReader; rest: string } {
  const [line = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const named = /^"?sep=(.)"?$/i.exec(line)?.[1];
  if (named === undefined) return { reader: new RowReader(separatorOf(line)), rest: text };
  return { reader: new RowReader(named), rest: text.slice(line.length) };
}

function separatorOf(line: string): string {
  const outside = line.replace(/"(?:[^"]|"")*"/g, '');
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: outside.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}

class RowReader {
  readonly #separator: string;
  #values: string[] = [];
  #value = '';
  #length = 0;
  #line = 1;
  #start = 1;
  /** `quoted`: inside of quotes; `closed`: after a quote inside, which closes or is the first of two. */
  #state: 'plain' | 'quoted' | 'closed' = 'plain';
  #afterCarriageReturn = false;

  constructor(separator: string) {
    this.#separator = separator;
  }

  *push(text: string): Generator<CsvRow> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text[at];
      if (this.#state === 'quoted') {
        if (unit === '"') {
          this.#take(text.slice(from, at));
          from = at + 1;
          this.#state = 'closed';
        } else if (unit === '\n') this.#line += 1;
        continue;
      }
      if (unit === '"' && this.#opens(text.slice(from, at))) {
        if (this.#state === 'closed') this.#take('"');
        this.#state = 'quoted';
        from = at + 1;
      } else if (unit === this.#separator || unit === '\n' || unit === '\r') {
        this.#take(text.slice(from, at));
        from = at + 1;
        if (unit === this.#separator) this.#endValue();
        else yield* this.#endLine(unit);
      }
      if (unit !== '\r' && unit !== '\n') this.#afterCarriageReturn = false;
    }
    this.#take(text.slice(from));
  }

  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted') {
      const values = { line: this.#start };
      throw new FileRefused({ sentence: message('A quote in line {line, number} is never closed.'), values });
    }
    yield* this.#endLine('');
  }

  /** A quote encloses only at the beginning of a value; elsewhere it is a character. */
  #opens(before: string): boolean {
    return (this.#state === 'closed' || this.#value === '') && before === '';
  }

  #take(text: string): void {
    this.#value += text;
    this.#length += text.length;
    if (this.#length > bounds.rowBytes) throw rowTooLong();
  }

  #endValue(): void {
    this.#values.push(this.#value);
    this.#value = '';
    this.#state = 'plain';
  }

  *#endLine(unit: string): Generator<CsvRow> {
    if (unit === '\n' && this.#afterCarriageReturn) {
      this.#afterCarriageReturn = false;
      return;
    }
    const isBlank = this.#values.length === 0 && this.#value === '' && this.#state === 'plain';
    this.#endValue();
    if (!isBlank) yield { line: this.#start, values: this.#values };
    this.#values = [];
    this.#length = 0;
    this.#line += 1;
    this.#start = this.#line;
    this.#afterCarriageReturn = unit === '\r';
  }
}

function rowTooLong(): FileRefused {
  return new FileRefused({ sentence: message('A row of this table is too long.') });
}
