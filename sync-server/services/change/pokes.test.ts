import { expect, test } from 'vitest';
import { createPokes } from './pokes.ts';

test('a poke reaches every listener of its user, no one else, and nobody who stopped listening', () => {
  const pokes = createPokes();
  const received: string[] = [];
  const stop = pokes.subscribe(1, (seq) => received.push(`first ${seq}`));
  pokes.subscribe(1, (seq) => received.push(`second ${seq}`));
  pokes.subscribe(2, (seq) => received.push(`other ${seq}`));
  pokes.poke(1, 7);
  stop();
  stop();
  pokes.poke(1, 8);
  expect(received).toEqual(['first 7', 'second 7', 'second 8']);
});
