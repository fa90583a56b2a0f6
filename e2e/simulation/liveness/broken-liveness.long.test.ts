/** Negative controls: with any one old behaviour put back, the simulation must find that a device stands still. */
import { expect, test } from 'vitest';
import { livenessControls } from './broken-liveness.ts';
import { fairConditions } from './conditions.ts';
import { simulateLiveness } from './simulate-liveness.ts';

test.each(Object.keys(livenessControls))('the simulation finds it if %s', async (name) => {
  const { set = {}, old = {}, finding = '' } = livenessControls[name] ?? {};
  const { found } = await simulateLiveness(1, { set: { ...fairConditions, ...set }, old });
  expect(found).toContainEqual(expect.stringContaining(finding));
});
