import { describe, expect, test } from 'vitest';
import type { Outline } from '../../data/rows/outline.ts';
import { choiceRows, promptChoices, textChoices } from './text-choices.ts';

const versions = [
  { id: 33, version: 3, description: 'Shorter', labels: [] },
  { id: 32, version: 2, description: 'With rules', labels: ['production', 'staging'] },
  { id: 31, version: 1, description: '', labels: [] },
];
const createdAt = '2026-01-01T00:00:00.000Z';
const outline: Outline = {
  projects: [{ id: 1, name: 'Letters', color: 'teal', createdAt }],
  prompts: [
    { id: 11, title: 'Answer', createdAt, projectId: 1 },
    { id: 12, title: 'Bid farewell', createdAt, projectId: 1 },
  ],
};

/** Headings in brackets. */
function listed(...given: Parameters<typeof choiceRows>): string[] {
  return choiceRows(...given).rows.map((row) =>
    row.kind === 'heading' ? `[${row.title}]` : row.entry.title,
  );
}

describe('the texts of a prompt', () => {
  const ofPrompt = { heading: 'Answer', hasOthers: true };
  test.each([
    ['', ['[Answer]', 'Current text', 'Version 3', 'Version 2', 'Version 1', 'Another prompt...']],
    ['2', ['[Answer]', 'Version 2', 'Another prompt...']],
    ['PROD', ['[Answer]', 'Version 2', 'Another prompt...']],
    ['short', ['[Answer]', 'Version 3', 'Another prompt...']],
    ['current', ['[Answer]', 'Current text', 'Another prompt...']],
    ['farewell', ['Another prompt...']],
  ])('"%s" finds %j', (query, expected) => {
    expect(listed(textChoices(versions), query, ofPrompt)).toEqual(expected);
  });
});

describe('the prompts', () => {
  const all = { heading: 'Prompts', hasOthers: false };
  test.each([
    ['', ['[Prompts]', 'Answer', 'Bid farewell']],
    ['fare', ['[Prompts]', 'Bid farewell']],
    ['letters answer', ['[Prompts]', 'Answer']],
    ['nobody', []],
  ])('"%s" finds %j', (query, expected) => {
    expect(listed(promptChoices(outline), query, all)).toEqual(expected);
  });
});
