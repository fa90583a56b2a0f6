/** Negative controls: with any one rule of the protocol broken, the simulation must find it. */
import { expect, test } from 'vitest';
import { brokenRuleNames, brokenRules } from './broken-rules.ts';
import { simulateSeed } from './simulate-seed.ts';

test.each(brokenRuleNames)('with the rule "%s" broken, the simulation finds it', async (rule) => {
  const invariant = brokenRules[rule];
  const found: string[] = [];
  for (let seed = 1; seed <= 60 && !found.some((finding) => finding.includes(invariant)); seed += 1)
    found.push(...(await simulateSeed(seed, rule)).found);
  expect(found).toContainEqual(expect.stringContaining(invariant));
});
