/**
 * Two devices of one person type at the same place of one line for seven seconds, against the real server: what a
 * merge cannot take over is one version, and nothing that either of them ends with is out of sight.
 */
import { test } from 'vitest';
import { typeInOneLine } from './live-collision-scene.ts';

test('two devices that type in one line for 7 s make one conflict version, and every word is readable', () =>
  typeInOneLine(1));
