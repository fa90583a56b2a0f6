import { expect, test } from 'vitest';
import { createPokes } from './pokes.ts';

test('a poke reaches every listener of its user, no one else, and nobody who stopped listening', () => {
  const pokes = createPokes();
  const heard: string[] = [];
  const stop = pokes.subscribe(1, (seq) => heard.push(`first ${seq}`));
  pokes.subscribe(1, (seq) => heard.push(`second ${seq}`));
  pokes.subscribe(2, (seq) => heard.push(`other ${seq}`));
  pokes.poke(1, 7);
  stop();
  stop();
  pokes.poke(1, 8);
  expect(heard).toEqual(['first 7', 'second 7', 'second 8']);
});
