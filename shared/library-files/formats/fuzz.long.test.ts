import { expect, it } from 'vitest';
import { allSamples } from '../testing/samples/all-samples.ts';
import { fuzzFormat } from '../testing/samples/fuzz-format.ts';

it.each(allSamples.map((sample) => [sample.format, sample] as const))(
  'ten thousand damaged files of %s are read or refused, and nothing breaks',
  async (_format, sample) => {
    const seen = await fuzzFormat(sample, 10_000);
    expect(seen.prompts).toBeGreaterThan(1000);
    expect(seen.refused).toBeGreaterThan(100);
  },
  600_000,
);
