import { describe, expect, test } from 'vitest';
import type { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import { attributesToAdd, otherSettings } from './attributes-to-add.ts';

const at = '2026-01-01T00:00:00.000Z';
const placed = (label: string, versionId: number | null) => ({
  label,
  versionId,
  moves: [{ versionId, at, device: 'Phone' }],
});

test('what a prompt lacks is added, and nothing that it has changes', () => {
  const here: PromptAttributes = {
    tags: ['draft'],
    labels: [placed('production', 1)],
    valueSets: [{ id: 7, name: 'Acme', values: { tone: 'dry' } }],
  };
  const theirs: PromptAttributes = {
    favorite: true,
    tags: ['draft', 'mail'],
    labels: [placed('production', 2), placed('staging', 3), placed('old', null)],
    valueSets: [
      { id: 7, name: 'Acme', values: { tone: 'warm' } },
      { id: 9, name: 'Same', values: { tone: 'dry' } },
    ],
  };
  expect(attributesToAdd(theirs, here)).toEqual({
    favorite: true,
    addTags: ['mail'],
    labels: [{ label: 'staging', versionId: 3, from: null, device: 'Phone', at }],
    valueSets: [{ id: 8, name: 'Acme', values: { tone: 'warm' }, base: {} }],
  });
});

test('two sets with the same values stay two', () => {
  const sets = [
    { id: 1, name: 'Rome', values: { city: 'Roma' } },
    { id: 2, name: 'Copy', values: { city: 'Roma' } },
  ];
  const added = attributesToAdd({ valueSets: sets }, {});
  expect(added?.valueSets?.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Rome'],
    [2, 'Copy'],
  ]);
  expect(attributesToAdd({ valueSets: sets }, { valueSets: sets })).toBeNull();
});

test('a place in the own order is added where there is none here', () => {
  expect(attributesToAdd({ position: 'a1' }, {})).toEqual({ position: 'a1' });
  expect(attributesToAdd({ position: 'a1' }, { position: 'b1' })).toBeNull();
});

test('what is there already, and what there is nothing of, adds nothing', () => {
  const all: PromptAttributes = { tags: ['a'], favorite: true, labels: [placed('x', 1)] };
  expect(attributesToAdd(all, all)).toBeNull();
  expect(attributesToAdd(undefined, all)).toBeNull();
  expect(attributesToAdd({}, undefined)).toBeNull();
});

test('settings are added where there are none here, and those that are here stay', () => {
  const here: PromptAttributes = { settings: { model: 'a', temperature: 1 } };
  const theirs: PromptAttributes = { settings: { model: 'b', seed: 7, answerSchema: 'no JSON', voice: 'x' } };
  expect(attributesToAdd(theirs, here)).toEqual({ settings: { seed: 7 }, baseSettings: here.settings });
  expect(otherSettings(theirs.settings, here.settings)).toEqual({ model: 'b' });
  expect(attributesToAdd(here, here)).toBeNull();
});

describe('labels that ask for proof', () => {
  const textHash = 'a'.repeat(64);
  const asks = { share: 1, model: 'llama3' };
  const proof = { model: 'llama3', held: 2, total: 2, textHash, cells: [], at };
  const theirs = (why: object) => ({
    labels: [{ label: 'production', versionId: 9, moves: [{ versionId: 9, at, device: 'd', ...why }] }],
  });
  const here = { labels: [{ label: 'production', versionId: null, moves: [], asks }] };

  test.each([
    ['a proof', { proof }, undefined, true],
    ['a proof of this text', { proof }, () => textHash, true],
    ['a proof of another text', { proof }, () => 'b'.repeat(64), false],
    ['a proof of too few cases', { proof: { ...proof, held: 1 } }, undefined, false],
    ['a reason', { override: 'urgent' }, undefined, true],
    ['neither', {}, undefined, false],
    ['a proof that cannot be read', { proof: { ...proof, cells: 'later' } }, undefined, false],
  ])('comes with %s', (_, why, hashOf, moves) => {
    const added = attributesToAdd(theirs(why) as PromptAttributes, here, hashOf);
    if (moves) expect(added).toMatchObject({ labels: [{ versionId: 9, at, ...why }] });
    else expect(added).toBeNull();
  });

  test('bring their rule where the label is not here at all, and leave the one that is', () => {
    const asking = { labels: [{ label: 'production', versionId: null, moves: [], asks }] };
    const rule = { labelRules: [{ label: 'production', asks }] };
    expect(attributesToAdd(asking, undefined)).toEqual(rule);
    expect(
      attributesToAdd(asking, { labels: [{ label: 'production', versionId: 9, moves: [] }] }),
    ).toBeNull();
    const placed = { labels: theirs({}).labels.map((label) => ({ ...label, asks })) };
    expect(attributesToAdd(placed, undefined)).toMatchObject({ labels: [{ versionId: 9 }], ...rule });
  });
});
