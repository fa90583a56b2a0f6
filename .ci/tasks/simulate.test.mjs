import { expect, test } from 'vitest';
import { chosen } from './simulate.mjs';

test.each([
  [[], { SIMULATION_SEEDS: '500' }],
  [['--seeds', '20000'], { SIMULATION_SEEDS: '20000' }],
  [['--seed', '41'], { SIMULATION_SEED: '41' }],
  [['--seeds'], null],
  [['--seeds', '0'], null],
  [['--seeds', 'many'], null],
  [['--all', '3'], null],
])('the simulation is asked for with %j: %j', (args, expected) => {
  expect(chosen(args)).toEqual(expected);
});
