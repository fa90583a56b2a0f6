import { expect, test } from 'vitest';
import { type ExpectedCost, expectedCost } from './expected-cost.ts';
import type { ModelPrice } from './model-entry.ts';

const messages = [
  { role: 'system' as const, content: 'x'.repeat(3_000) },
  { role: 'user' as const, content: 'ä'.repeat(500) },
];

test.each<[string, ModelPrice | null, number | undefined, ExpectedCost]>([
  ['no price', null, 500, { tokens: 1_000, sent: null, most: null }],
  ['a price and no limit', { in: 2, out: 10 }, undefined, { tokens: 1_000, sent: 0.002, most: null }],
  ['a price and a limit', { in: 2, out: 10 }, 500, { tokens: 1_000, sent: 0.002, most: 0.005 }],
])('with %s the cost that is expected is what can be known', (_name, price, maxTokens, cost) => {
  const settings = maxTokens === undefined ? {} : { maxTokens };
  expect(expectedCost({ messages, settings }, price)).toEqual(cost);
});
