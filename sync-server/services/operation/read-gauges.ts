import type { Storages } from '../../storage/ports/storages.ts';
import type { Pokes } from '../change/pokes.ts';
import type { Gauges } from './metrics-port.ts';

const keptMs = 60_000;

/** Returns a reader of the gauges that measures the storage at most once a minute, however often it is called. */
export function createReadGauges(deps: {
  measure: Storages['measure'];
  pokes: Pick<Pokes, 'listeners'>;
  freeBytes: () => Promise<number>;
  now: () => number;
}): () => Promise<Gauges> {
  let measured: { at: number; size: ReturnType<Storages['measure']> } | undefined;
  return async () => {
    if (measured === undefined || Math.abs(deps.now() - measured.at) >= keptMs) {
      measured = { at: deps.now(), size: deps.measure() };
    }
    return {
      ...(await measured.size),
      openStreams: deps.pokes.listeners(),
      diskFreeBytes: await deps.freeBytes(),
    };
  };
}
