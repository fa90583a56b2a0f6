/** One line of the report: what was done, and how it went. */
export type Figure = { what: string; figure: string };

export function percentiles(took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return `p50 ${ms(at(0.5))}, p95 ${ms(at(0.95))}`;
}

export function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
}

/** Words of a language that nobody speaks: compresses about as real text does, always the same. */
export function words(bytes: number, salt = 0): string {
  let text = '';
  for (let at = salt; text.length < bytes; at += 1) {
    const word = ((at * 2_654_435_761) % 99_991).toString(36);
    text += at % 12 === 11 ? `${word}.\n` : `${word} `;
  }
  return text.slice(0, bytes);
}
