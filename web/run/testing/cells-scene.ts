/** A tab with cells to run, and models that answer them. */
import { expect, onTestFinished, vi } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import { breakOffLostRuns } from '../break-off-lost-runs.ts';
import { createCellRuns } from '../cases/run-cells.ts';
import type { ModelClient } from '../model-client.ts';
import { createRuns } from '../runs.ts';
import { oneBrowser, openedLibrary, promptId, requestOf } from './run-scene.ts';

export const entry: ModelEntry = {
  ...{ id: 5, name: 'Mine', kind: 'openai', server: 'other', from: 'device' },
  ...{ address: 'http://localhost:11434/v1', model: 'm', defaults: {}, price: null, atOnce: 4 },
};

const timers = {
  now: () => Date.now(),
  after(milliseconds: number, run: () => void) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** A tab: what it asked of models and what they answered whole, by the text of the message. */
export async function openTab(
  indexedDB: IDBFactory,
  client: ModelClient,
  exclusive = oneBrowser(),
  time: Pick<Parameters<typeof createCellRuns>[0], 'clock' | 'now'> = { clock: timers, now: timers.now },
) {
  const library = await openedLibrary(indexedDB);
  const runs = createRuns({
    checkAnswer: async () => [],
    ...{ library, clock: timers, now: () => Date.now(), device: 'A test', exclusive },
    isOutOfReach: ({ from }) => from === 'node',
    keyOf: async () => null,
    clientOf: async () => client,
  });
  const cells = createCellRuns({ library, runs, exclusive, ...time });
  const stopWatching = breakOffLostRuns({ library, exclusive });
  const close = () => {
    cells.close();
    runs.close();
    stopWatching();
  };
  onTestFinished(close);
  return { library, runs, cells, close };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

export const cellOf = (text: string, model = entry): CellToRun => ({
  key: `${model.model} ${text}`,
  model,
  request: async () => requestOf(model, { messages: [{ role: 'user', content: text }] }),
});

export const isIdle = ({ cells }: Tab) => cells.atWork(promptId).isIdle;

export const whenIdle = (tab: Tab) =>
  vi.waitFor(() => expect(isIdle(tab)).toBe(true), { timeout: 30_000, interval: 5 });

/** Answers at once, and counts; from the call on that is named, none of this tab comes to its end. */
export function countingClient(answered: string[], most = Number.POSITIVE_INFINITY) {
  const calls: string[] = [];
  const client: ModelClient = async function* ({ messages, entry: { model } }) {
    const name = `${model} ${messages[0]?.content}`;
    calls.push(name);
    if (calls.length > most) await new Promise(() => undefined);
    answered.push(name);
    yield { kind: 'text', text: `Answer to ${name}` };
  };
  return { client, calls };
}
