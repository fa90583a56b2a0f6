import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSecrets, findSecretsInEach } from './find-secrets.ts';
import { secretSamples } from './secret-samples.ts';

const samples = Object.entries(secretSamples);

test.each(samples)('a secret of the kind %s is found where it stands', async (kind, sample) => {
  const text = `Ask for it.\nUse ${sample} and go on.`;
  const [found, another] = await findSecrets(text);
  expect([found?.kind, another]).toEqual([kind, undefined]);
  expect(sample.startsWith(text.slice(found?.start, found?.end).slice(0, 20))).toBe(true);
});

test.each([
  ...[
    'You are a patient teacher of the sea.',
    'sk-',
    'ghp_',
    'https://example.com/a?b=c',
    '{{github_token}}',
  ],
  ...['https://{{user}}:{{password}}@example.com', '-----BEGIN PUBLIC KEY-----'],
])('nothing is found in "%s"', async (text) => {
  expect(await findSecrets(text)).toEqual([]);
});

test('a comment switches nothing off', async () => {
  const text = `<!-- secretlint-disable -->\n${secretSamples.github}`;
  expect(await findSecrets(text)).toMatchObject([{ kind: 'github' }]);
});

test('in a long text a secret is found once, wherever pieces of it meet', async () => {
  const { github } = secretSamples;
  for (const before of [0, 65_500, 65_536, 73_700, 131_060]) {
    const text = `${'word '.repeat(before / 5)}\n${github}\n${'word '.repeat(20_000)}`;
    const found = await findSecrets(text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([github]);
  }
});

test('of a text full of secrets the first hundred are found', async () => {
  const found = await findSecrets(`${secretSamples.github} `.repeat(20_000));
  expect([found.length, found[0]?.start]).toEqual([100, 0]);
});

test('texts that are read together have the secrets that each has by itself', async () => {
  const pieces = [
    ...samples.map(([, sample]) => sample),
    '-----BEGIN ',
    'word '.repeat(3_000),
    '\n',
    '',
    'ghp_',
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((all) => all.join(' '));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 8 }), async (all) => {
      expect(await findSecretsInEach(all)).toEqual(await Promise.all(all.map((each) => findSecrets(each))));
    }),
    { numRuns: 40 },
  );
});

test('whatever a text is, looking for secrets does not fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      for (const { start, end } of await findSecrets(text)) expect(start).toBeLessThan(end);
    }),
    { numRuns: 100 },
  );
});
