/** Negative controls: with any one rule of the protocol broken, the simulation must find it. */
import { expect, test } from 'vitest';
import { type BrokenRule, brokenRuleNames, brokenRules } from './broken-rules.ts';
import { simulateSeed } from './simulate-seed.ts';

/** The seed of the first fifteen that finds each with the least work. It is tried before all others. */
const showing: Readonly<Record<BrokenRule, number>> = {
  keptText: 1,
  sameKey: 1,
  unansweredKept: 3,
  feedComplete: 4,
  owner: 13,
  seen: 3,
  ifMatch: 12,
  bytesKept: 13,
  cursorWithRows: 7,
  feedInOrder: 13,
  ownChain: 11,
  namedAtSignOut: 12,
  unknownPreserved: 7,
  othersWords: 1,
};
const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

test.each(brokenRuleNames)('with the rule "%s" broken, the simulation finds it', async (rule) => {
  const invariant = brokenRules[rule];
  const found: string[] = [];
  for (const seed of new Set([showing[rule], ...seeds])) {
    if (found.some((finding) => finding.includes(invariant))) break;
    found.push(...(await simulateSeed(seed, { broken: rule })).found);
  }
  expect(found).toContainEqual(expect.stringContaining(invariant));
});
