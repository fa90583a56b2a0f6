/** Negative controls: with any one rule of the protocol broken, the simulation must find it. */
import { expect, test } from 'vitest';
import { type BrokenRule, brokenRuleNames, brokenRules } from './broken-rules.ts';
import { simulateSeed } from './simulate-seed.ts';

/** Seeds that show what is rare, and are tried before all others. */
const showing: Partial<Record<BrokenRule, number>> = { sameKey: 9, ownChain: 6, namedAtSignOut: 11 };
const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

test.each(brokenRuleNames)('with the rule "%s" broken, the simulation finds it', async (rule) => {
  const invariant = brokenRules[rule];
  const found: string[] = [];
  for (const seed of [showing[rule] ?? 1, ...seeds]) {
    if (found.some((finding) => finding.includes(invariant))) break;
    found.push(...(await simulateSeed(seed, rule)).found);
  }
  expect(found).toContainEqual(expect.stringContaining(invariant));
});
