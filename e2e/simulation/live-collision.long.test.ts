/** Types on two devices in one line, as more seeds have it. */
import { test } from 'vitest';
import { testRun } from '../test-run.ts';
import { typeInOneLine } from './live-collision-scene.ts';

const last = testRun.isFull ? 12 : 6;

test.each(Array.from({ length: last - 1 }, (_, index) => index + 2))(
  'two devices that type in one line for 7 s make one conflict version, and every word is readable (%i)',
  typeInOneLine,
);
