/**
 * Computes positions: strings that sort rows in the order that a person gave them (fractional indexing).
 *
 * 1. A row that was never moved stands at its creation: its position is the time of it, then its id. A move writes one
 *    row, whatever the number of rows, and what is created later comes last.
 * 2. A position that is computed ends with the id of its row: no two rows get the same one, on any device. Those of
 *    other clients may be equal; such rows are sorted by their ids, and no row is put between them.
 * 3. Positions get longer where rows are put into the same gap again and again. From a length on, the long ones around
 *    the gap are replaced by short ones, evenly (`placedBetween`).
 */

/** In the order of their character codes. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;
/** Of a time in milliseconds, and of an id. */
const [timeLength, idLength] = [8, 9];
const maxTime = base ** timeLength - 1;

/** Bounds a position: longer ones are replaced by shorter ones. */
export const longPosition = 64;
const shortPosition = 40;
/** Bounds the rows whose positions one move replaces. */
const spreadAtMost = 1000;

export type Placed = {
  readonly id: number;
  readonly createdAt: string;
  readonly position?: string | undefined;
};

/** Returns where a row stands: where it was moved to, or at its creation. */
export function positionOf({ id, createdAt, position }: Placed): string {
  return position ?? withId(number(timeOf(createdAt), timeLength), id);
}

function timeOf(createdAt: string): number {
  const time = Date.parse(createdAt);
  return Number.isNaN(time) ? 0 : Math.min(Math.max(time, 0), maxTime);
}

/** Returns rows in their own order. */
export function inOwnOrder<Row extends Placed>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, position: positionOf(row) }))
    .sort((a, b) => (a.position === b.position ? a.row.id - b.row.id : a.position < b.position ? -1 : 1))
    .map(({ row }) => row);
}

export type NewPosition = { readonly id: number; readonly position: string };

type Gap = {
  /** The rows of the place in their own order, without the one that moves. */
  readonly rows: readonly Placed[];
  /** It shall stand before the row at this index; at the end: their number. */
  readonly at: number;
  readonly now: number;
};

/** Returns the positions to be written so that a row stands at its place; that of the row itself comes first. */
export function placedBetween(id: number, { rows, at, now }: Gap): NewPosition[] {
  const positions = rows.map(positionOf);
  const after = at === 0 ? null : (positions[at - 1] ?? null);
  // Nothing is put between rows of one position.
  const before = positions.slice(at).find((position) => after === null || position > after) ?? null;
  const position = withId(between(after, before, now), id);
  if (position.length <= longPosition) return [{ id, position }];
  return spread(id, { rows, positions, at, now });
}

/** Replaces the long positions around a gap by short ones. */
function spread(
  id: number,
  { rows, positions, at, now }: Gap & { positions: readonly string[] },
): NewPosition[] {
  const isLong = (index: number) => (positions[index]?.length ?? 0) > shortPosition;
  let [first, end] = [at, at];
  while (first > 0 && isLong(first - 1) && at - first < spreadAtMost / 2) first -= 1;
  while (end < rows.length && isLong(end) && end - at < spreadAtMost / 2) end += 1;
  const ids = rows.slice(first, end).map((row) => row.id);
  ids.splice(at - first, 0, id);
  const written = evenly(ids, positions[first - 1] ?? null, positions[end] ?? null, now);
  return [...written.filter((each) => each.id === id), ...written.filter((each) => each.id !== id)];
}

/** Halves the gap, and each half: the positions grow with the logarithm of their number. */
function evenly(
  ids: readonly number[],
  after: string | null,
  before: string | null,
  now: number,
): NewPosition[] {
  const middle = Math.floor(ids.length / 2);
  const id = ids[middle];
  if (id === undefined) return [];
  const position = withId(between(after, before, now), id);
  return [
    ...evenly(ids.slice(0, middle), after, position, now),
    { id, position },
    ...evenly(ids.slice(middle + 1), position, before, now),
  ];
}

/** Returns what every position that begins with it stands between both; null: there is none on that side. */
function between(after: string | null, before: string | null, now: number): string {
  const low = after === null ? -1 : timeIn(after);
  const high = before === null ? maxTime + 1 : timeIn(before);
  if (high - low < 2) return digitsBetween(after ?? '', before);
  // At an end it is beside the row that stands there, and not in the middle of what may come.
  const time =
    before === null
      ? Math.max(low + 1, Math.min(now, maxTime))
      : after === null
        ? high - 1
        : middleOf(low, high);
  return number(time, timeLength);
}

function middleOf(low: number, high: number): number {
  return Math.floor((low + high) / 2);
}

/** Returns the shortest digits between: the first that differs is between those of both sides. */
function digitsBetween(after: string, before: string | null): string {
  let result = '';
  let limit = before;
  for (let place = 0; ; place += 1) {
    const low = digitAt(after, place);
    const high = limit === null ? base : digitAt(limit, place);
    if (high - low >= 2) return result + digits[middleOf(low, high)];
    result += digits[low];
    if (high > low) limit = null;
  }
}

function digitAt(text: string, place: number): number {
  return Math.max(digits.indexOf(text[place] ?? '0'), 0);
}

function timeIn(position: string): number {
  const text = position.slice(0, timeLength).padEnd(timeLength, '0');
  return [...text].reduce((sum, digit) => sum * base + Math.max(digits.indexOf(digit), 0), 0);
}

/** The last digit keeps room before it. */
function withId(text: string, id: number): string {
  return `${text}${number(id, idLength)}V`;
}

function number(value: number, length: number): string {
  let [text, rest] = ['', value];
  for (let place = 0; place < length; place += 1) {
    text = digits[rest % base] + text;
    rest = Math.floor(rest / base);
  }
  return text;
}
