import { expect, test } from 'vitest';
import { draw } from './test-full.mjs';
import { baseOf } from './test-near.mjs';

const repository =
  (answers) =>
  (...args) =>
    answers[args.join(' ')] ?? null;

test('on a branch the change is what differs from where it left main', () => {
  const ask = repository({ 'rev-parse HEAD': 'b2', 'merge-base HEAD main': 'a1', 'rev-parse HEAD~1': 'b1' });
  expect(baseOf(ask)).toEqual({ commit: 'a1', name: 'the merge base with main' });
});

test('in a clone without a branch called main it is what differs from the remote one', () => {
  const ask = repository({ 'rev-parse HEAD': 'b2', 'merge-base HEAD origin/main': 'a1' });
  expect(baseOf(ask)).toEqual({ commit: 'a1', name: 'the merge base with origin/main' });
});

test('on main it is the last commit', () => {
  const ask = repository({ 'rev-parse HEAD': 'a2', 'merge-base HEAD main': 'a2', 'rev-parse HEAD~1': 'a1' });
  expect(baseOf(ask)).toEqual({ commit: 'a1', name: 'HEAD~1' });
});

test('a full run draws a seed for the properties and as many seeds for the simulation as it is told', () => {
  expect(draw(['--seeds', '20000'], () => 7)).toEqual({
    PROMPTORY_FULL: '1',
    FAST_CHECK_SEED: '7',
    SIMULATION_FIRST_SEED: '1007',
    SIMULATION_FRESH_SEEDS: '20000',
  });
  expect(draw([], () => 7)?.SIMULATION_FRESH_SEEDS).toBe('2000');
});

test.each([[['--seeds']], [['--seeds', '0']], [['--seed', '3']], [['e2e']]])(
  'a full run refuses %j',
  (args) => {
    expect(draw(args)).toBeNull();
  },
);
