/** Negative controls: with any one rule of the protocol broken, the simulation must find it. */
import { expect, test } from 'vitest';
import { type BrokenRule, brokenRuleNames, brokenRules } from './broken-rules.ts';
import { keepFullDisksSilent } from './seed-tests.ts';
import { simulateSeed } from './simulate-seed.ts';

/** The seed of the first fifteen that finds each with the least work. It is tried before all others. */
const showing: Readonly<Record<BrokenRule, number>> = {
  keptText: 1,
  sameKey: 3,
  unansweredKept: 3,
  feedComplete: 4,
  owner: 13,
  seen: 1,
  ifMatch: 12,
  bytesKept: 2,
  cursorWithRows: 7,
  feedInOrder: 13,
  ownChain: 3,
  namedAtSignOut: 4,
  unknownPreserved: 8,
  othersWords: 2,
  reasonGiven: 12,
};
const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

keepFullDisksSilent();

test.each(brokenRuleNames)('with the rule "%s" broken, the simulation finds it', async (rule) => {
  // "I1" is not "I10".
  const invariant = new RegExp(`\\b${brokenRules[rule]}\\b`);
  const found: string[] = [];
  for (const seed of new Set([showing[rule], ...seeds])) {
    if (found.some((finding) => invariant.test(finding))) break;
    found.push(...(await simulateSeed(seed, { broken: rule })).found);
  }
  expect(found).toContainEqual(expect.stringMatching(invariant));
});
