import { expect, it } from 'vitest';
import { allSamples } from '../testing/samples/all-samples.ts';
import { fuzzFormat } from '../testing/samples/fuzz-format.ts';

it.each(allSamples.map((sample) => [sample.format, sample] as const))(
  'damaged files of %s are read or refused, and nothing breaks',
  async (_format, sample) => {
    const seen = await fuzzFormat(sample, 150);
    expect(seen.prompts).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(0);
  },
);
