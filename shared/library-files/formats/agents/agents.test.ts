import { expect, it } from 'vitest';
import type { ExportedPrompt } from '../exported-prompt.ts';
import { prompts } from '../formats-scene.ts';
import { writeForTool } from '../write-for-tool.ts';

const modified = '2026-01-01T00:00:00.000Z';

async function* titled(titles: readonly string[]): AsyncGenerator<ExportedPrompt> {
  for (const [index, title] of titles.entries())
    yield { id: index + 1, project: 'Work', title, text: 'Hi', valueSets: [], modified };
}

async function skillsOf(titles: readonly string[]): Promise<string[]> {
  const written = await writeForTool('skills', titled(titles), { modified });
  const paths: string[] = [];
  if (written.kind === 'folder') for await (const { path } of written.files) paths.push(path);
  return paths;
}

it('skills are named after their titles, without accents, with one hyphen and 64 characters at most', async () => {
  const long = `${'a'.repeat(61)} ${'b'.repeat(9)}`;
  expect(await skillsOf(['M\u00fcller caf\u00e9', 'Mu\u0308ller cafe', long, long])).toEqual([
    'Work/muller-cafe/SKILL.md',
    'Work/muller-cafe-2/SKILL.md',
    `Work/${'a'.repeat(61)}-bb/SKILL.md`,
    `Work/${'a'.repeat(61)}-2/SKILL.md`,
  ]);
});

it('thousands of titles without a letter for a name have names of their own', async () => {
  const titles = Array.from({ length: 20_000 }, () => '\u65e5\u672c');
  expect(new Set(await skillsOf(titles)).size).toBe(20_000);
});

it.each(['CLAUDE.md', 'SKILL.md', 'mail.prompt.md', '.claude/commands/x.md'])(
  'a prompt that was written here and is called as %s is that very prompt',
  async (path) => {
    const file = '---\npromptory: prompt\nid: 12\ntitle: Mine\ntags:\n  - a\n---\nHi';
    expect(await prompts({ [path]: file })).toMatchObject([
      { id: 12, title: 'Mine', content: 'Hi', notes: '', attributes: { tags: ['a'] } },
    ]);
  },
);
