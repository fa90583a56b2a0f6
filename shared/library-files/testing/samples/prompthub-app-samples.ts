import { type FormatSample, notJson } from './format-sample.ts';

const json = (value: unknown) => JSON.stringify(value, null, 2);

const hubPrompt = (userPrompt: string) => ({
  ...{ id: 'p1', title: 'Sell', userPrompt, variables: [], tags: [], isFavorite: false, isPinned: false },
  ...{ version: 1, currentVersion: 1, usageCount: 0, createdAt: '2026-03-01T00:00:00.000Z' },
});
const hubBackup = (payload: object) => ({
  ...{ kind: 'prompthub-backup', exportedAt: '2026-04-07T00:00:00.000Z' },
  payload: { version: 1, exportedAt: '2026-04-07T00:00:00.000Z', folders: [], versions: [], ...payload },
});

export const prompthubApp: FormatSample = {
  format: 'PromptHub app',
  path: 'prompthub-backup.json',
  make: (text) => json(hubBackup({ prompts: [hubPrompt(text)] })),
  samples: [
    {
      about: 'with folders, versions, values and a second language',
      files: {
        'backup.json': json(
          hubBackup({
            prompts: [
              {
                ...hubPrompt('Sell {{product}}.'),
                ...{ systemPrompt: 'Be honest.', userPromptEn: 'Sell {{product}}, please.' },
                ...{ description: 'For the shop', source: 'https://example.org', notes: 'Mine' },
                ...{ folderId: 'f2', tags: ['shop', 'tea'], isFavorite: true, images: ['tea.png'] },
                variables: [
                  { name: 'product', type: 'select', defaultValue: 'tea', options: ['tea'], required: true },
                ],
              },
            ],
            folders: [
              { id: 'f1', name: 'Work', order: 0 },
              { id: 'f2', name: 'Shop', parentId: 'f1', order: 0 },
            ],
            versions: [
              { id: 'v2', promptId: 'p1', version: 2, userPrompt: 'Second', variables: [] },
              { id: 'v1', promptId: 'p1', version: 1, userPrompt: 'First', variables: [], note: 'Begun' },
              { id: 'v9', promptId: 'other', version: 1, userPrompt: 'Other', variables: [] },
            ],
            settings: { state: { themeMode: 'dark' } },
            aiConfig: { aiApiKey: 'not to be read' },
          }),
        ),
      },
      prompts: [
        {
          ...{ title: 'Sell', project: 'Work / Shop', tags: ['shop', 'tea'] },
          content: '--- system ---\nBe honest.\n\n--- user ---\nSell {{product}}.',
          valueSets: [['Default', { product: 'tea' }]],
          notes: ['For the shop\n\nhttps://example.org', 'Mine'],
          versions: ['First', 'Second'],
          remarks: [
            'Files of this prompt that are not imported: tea.png.',
            'Choices of variables that are not imported: product.',
          ],
        },
        { title: 'Sell (English)', content: 'Sell {{product}}, please.', versions: [] },
      ],
    },
    {
      about: 'with skills, their files, and rules',
      files: {
        'export.json': json({
          ...{ kind: 'prompthub-export', exportedAt: 'x', scope: { prompts: true } },
          payload: {
            prompts: [],
            skills: [
              { id: 's', name: 'PDF', description: 'Forms', content: 'Fill in.', tags: ['office'] },
              { id: 'empty', name: 'Empty' },
              { id: 'constructor', name: 'Odd', content: ' ', instructions: 'Instead.' },
              { id: 'main', name: 'Main', content: '' },
              { name: 7 },
            ],
            skillFiles: {
              s: [
                { relativePath: 'SKILL.md', content: 'Fill in.' },
                { relativePath: 'refs/forms.md', content: 'Forms' },
                { relativePath: 'run.py', content: 'print()' },
                { relativePath: 'broken.md' },
              ],
              main: [{ relativePath: './SKILL.md', content: 'Its own.' }],
            },
            rules: [
              { id: 'r', platformName: 'Cursor', name: 'Tests', content: 'Test first.' },
              { id: 'broken' },
            ],
          },
        }),
      },
      prompts: [
        {
          ...{ title: 'PDF', content: 'Fill in.', tags: ['skill', 'office'], notes: ['Forms'] },
          remarks: ['Files of this prompt that are not imported: run.py.'],
        },
        { title: 'Odd', content: 'Instead.', tags: ['skill'] },
        { title: 'Main', content: 'Its own.' },
        { title: 'Cursor: Tests', content: 'Test first.', tags: ['rule'] },
      ],
      uploads: ['pdf/refs/forms.md'],
      refused: [
        'This prompt has no text.',
        'This entry is not a prompt of PromptHub.',
        'This entry is not a prompt of PromptHub.',
      ],
    },
    {
      about: 'out of a zip, without the copies beside it',
      files: {
        'data/skills/pdf/SKILL.md': '---\nname: pdf\n---\nFill in.',
        'import-with-prompthub.json': json(hubBackup({ prompts: [hubPrompt('Text')] })),
        'mine.md': 'Mine',
        'prompts/Work/Sell.md': '---\ntitle: Sell\n---\nText',
        'settings.json': '{}',
        'skills/pdf/SKILL.md': '---\nname: pdf\n---\nFill in.',
      },
      prompts: [
        {
          ...{ title: 'Sell', content: 'Text' },
          remarks: ['Not read, since this file has the same: data/, prompts/, settings.json, skills/.'],
        },
        { title: 'mine', content: 'Mine' },
      ],
    },
    {
      about: 'as a payload without its envelope, in English alone, with folders in a circle',
      files: {
        'raw.json': json({
          prompts: [{ ...hubPrompt(''), userPromptEn: 'English', folderId: 'a', createdAt: 1772323200000 }],
          folders: [
            { id: 'a', name: 'A', parentId: 'b' },
            { id: 'b', name: 'B', parentId: 'a' },
          ],
        }),
      },
      prompts: [{ title: 'Sell', content: 'English', project: 'B / A' }],
    },
    {
      about: 'with entries that are no prompts, or have no text',
      files: {
        'odd.json': json(
          hubBackup({
            prompts: [{ ...hubPrompt('Text'), tags: ['a', ['b'], 7] }, { id: 'x' }, 7, hubPrompt(' ')],
            versions: [{ promptId: 'p1' }],
          }),
        ),
      },
      prompts: [{ content: 'Text', tags: ['a'] }],
      refused: [
        'This entry is not a prompt of PromptHub.',
        'This entry is not a prompt of PromptHub.',
        'This prompt has no text.',
        'This entry is not a prompt of PromptHub.',
      ],
    },
  ],
  hostile: notJson,
};
