/** Describes the obstacles to sync in one world; each may be absent. */
import type { SeededRandom } from '../seeded-random.ts';

export type Conditions = {
  bytesPerSecond: number;
  latencyMs: number;
  /** Connections break off after so many bytes on average; null: never. */
  bytesBetweenCuts: number | null;
  proxy: { bodyBytes: number; answers: '413' | 'reset' } | null;
  /** One mutation that the server answers 500 for ever: as one result of a push, or with the whole push. */
  poison: 'result' | 'request' | null;
  /** For so long every push is answered 500 while the feed can be read. */
  pushOutageMs: number;
  /** Makes the server answer everything with 429 and `Retry-After` until then. */
  patienceMs: number;
  /** Describes what another device did meanwhile. */
  backlog: { created: number; deleted: number };
  /** Changes that the server gives at a time, whatever is asked for. */
  page: number;
  /** Edits made offline, each of them in a prompt of its own, and of how many bytes at most. */
  edits: { count: number; bytes: number };
  tabs: number;
};

/** A fair day: fast, whole, and with something to do. */
export const fairConditions: Conditions = {
  bytesPerSecond: 2_000_000,
  latencyMs: 20,
  bytesBetweenCuts: null,
  proxy: null,
  poison: null,
  pushOutageMs: 0,
  patienceMs: 0,
  backlog: { created: 5, deleted: 0 },
  page: 500,
  edits: { count: 8, bytes: 4_000 },
  tabs: 1,
};

const hour = 3_600_000;

export function drawConditions(random: SeededRandom): Conditions {
  const bytesPerSecond = Math.round(logarithmic(random, 2_000, 2_000_000));
  const bytes = Math.round(logarithmic(random, 1_000, 150_000));
  return {
    bytesPerSecond,
    latencyMs: Math.round(logarithmic(random, 10, 1_500)),
    bytesBetweenCuts: random.chance(0.7) ? Math.round(logarithmic(random, 1.5 * bytes, 15 * bytes)) : null,
    proxy: random.chance(0.25)
      ? { bodyBytes: Math.round(2 * bytes + 20_000), answers: random.chance(0.5) ? '413' : 'reset' }
      : null,
    poison: random.chance(0.25) ? (random.chance(0.5) ? 'result' : 'request') : null,
    pushOutageMs: random.chance(0.15) ? hour / 6 : 0,
    patienceMs: random.chance(0.2) ? (1 + random.below(5)) * hour : 0,
    backlog: { created: random.below(30), deleted: random.chance(0.5) ? 1 + random.below(10) : 0 },
    page: random.chance(0.5) ? 500 : 2 + random.below(6),
    edits: { count: 1 + random.below(25), bytes },
    tabs: 1 + random.below(2),
  };
}

function logarithmic(random: SeededRandom, least: number, most: number): number {
  return least * (most / least) ** random.next();
}

/** Draws where the next connection breaks off: a byte is as likely as any other. */
export function drawCut({ bytesBetweenCuts }: Conditions, random: SeededRandom): number | null {
  if (bytesBetweenCuts === null) return null;
  return Math.ceil(-Math.log(1 - random.next()) * bytesBetweenCuts);
}
