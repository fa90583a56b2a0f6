import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { labelsByVersion, latestMoves, offeredLabels } from './version-labels.ts';

const move = (versionId: number | null, day: number) => ({
  versionId,
  at: `2026-01-0${day}T00:00:00.000Z`,
  device: 'Phone',
});
const labels = [
  { label: 'production', versionId: 3, moves: [move(3, 3), move(2, 1)] },
  { label: 'eu.gdpr', versionId: 3, moves: [move(3, 2)] },
  { label: 'old', versionId: null, moves: [] },
];

test('the labels of a version are found by its id', () => {
  expect([...labelsByVersion(labels)]).toEqual([[3, ['production', 'eu.gdpr']]]);
});

test('production and staging are offered always, and every label that was ever placed', () => {
  expect(offeredLabels(labels).map(({ label, versionId }) => [label, versionId])).toEqual([
    ['production', 3],
    ['staging', null],
    ['eu.gdpr', 3],
    ['old', null],
  ]);
});

test('the log has the moves of all labels, newest first, and so many of them', () => {
  expect(latestMoves(labels, 2).map(({ label, at }) => [label, at.slice(0, 10)])).toEqual([
    ['production', '2026-01-03'],
    ['eu.gdpr', '2026-01-02'],
  ]);
});

test('a move names where the label was before, as far back as the log goes', () => {
  expect(latestMoves(labels, 3).map(({ label, from }) => [label, from])).toEqual([
    ['production', 2],
    ['eu.gdpr', null],
    ['production', null],
  ]);
  const full = Array.from({ length: limits.labelMoves }, () => move(3, 1));
  expect(latestMoves([{ label: 'long', versionId: 3, moves: full }], 200).at(-1)?.from).toBeUndefined();
});
