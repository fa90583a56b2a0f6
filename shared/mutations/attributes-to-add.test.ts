import { expect, test } from 'vitest';
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
