import { expect, test } from 'vitest';
import { routeDifferences } from '../middleware/match-route.ts';

test('a route without a row and a row without a route are each named by a sentence', () => {
  const row = { auth: 'session', owner: 'caller', rate: 'ordinary', scope: null } as const;
  const mounted = [
    { method: 'GET', path: '/api/user' },
    { method: 'POST', path: '/api/tokens' },
  ];
  expect(routeDifferences(mounted, { 'GET /api/user': row, 'GET /api/tokens': row })).toEqual([
    'The route POST /api/tokens has no row in the table of routes.',
    'The row GET /api/tokens has no route in the table of routes.',
  ]);
  expect(routeDifferences(mounted, { 'GET /api/user': row, 'POST /api/tokens': row })).toEqual([]);
});
