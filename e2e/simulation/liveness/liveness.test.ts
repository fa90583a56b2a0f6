/** Over every bad network, and in front of every failing server, a device gets to where nothing waits. */
import { expect, test } from 'vitest';
import { type Conditions, fairConditions } from './conditions.ts';
import { simulateLiveness } from './simulate-liveness.ts';

const scenes: [string, Partial<Conditions>][] = [
  ['nothing in its way', {}],
  [
    'connections that break off after some 300 KB',
    { bytesBetweenCuts: 300_000, edits: { count: 28, bytes: 150_000 } },
  ],
  [
    'a proxy that answers 413 to more than 1 MB',
    { proxy: { bodyBytes: 1_000_000, answers: '413' }, edits: { count: 20, bytes: 200_000 } },
  ],
  ['one mutation that is answered 500 for ever', { poison: 'result' }],
  ['one mutation with which every push is answered 500 for ever', { poison: 'request' }],
  ['a server that asks for three hours of patience', { patienceMs: 3 * 3_600_000 }],
];

test.each(scenes)('a laptop becomes quiet within the bound with %s', async (_, set) => {
  expect((await simulateLiveness(1, { set: { ...fairConditions, ...set } })).found).toEqual([]);
});
