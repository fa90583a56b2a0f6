import { expect } from 'vitest';
import { type FormatSample, hostileYaml } from './format-sample.ts';

export const skills: FormatSample = {
  format: 'Agent Skills',
  path: 'skills/letters/SKILL.md',
  make: (text) => `---\nname: letters\ndescription: Writes\n---\n${text}`,
  samples: [
    {
      about: 'with the files of its folder',
      files: {
        'repo/skills/letters/SKILL.md':
          '---\nname: letters\ndescription: Writes letters: short ones\nlicense: MIT\n---\n\n# Letters\n\nRead references/tone.md.\n',
        'repo/skills/letters/LICENSE.txt': 'Yours.',
        'repo/skills/letters/references/tone.md': '# Tone\n',
        'repo/skills/letters/scripts/send.py': 'print(1)',
        'repo/skills/letters/agents/openai.yaml': 'a: 1',
        'repo/skills/other/SKILL.md': '---\nname: other\n---\nOther.',
      },
      prompts: [
        {
          ...{ title: 'letters', project: 'skills', content: '\n# Letters\n\nRead references/tone.md.\n' },
          notes: ['Writes letters: short ones\n\n---\nlicense: MIT\n---'],
          remarks: ['Files of this skill that are not imported: agents/openai.yaml, scripts/send.py.'],
        },
        { title: 'other', content: 'Other.' },
      ],
      uploads: ['letters/LICENSE.txt', 'letters/references/tone.md'],
    },
    {
      about: 'in a folder that a tool hides',
      files: {
        '.claude/skills/a/SKILL.md': '---\nname: a\nmodel: small\ntags: x, y\n---\nA.\r\n',
        '.claude/skills/b/SKILL.md': 'B, without front matter.',
        '.claude/settings.json': '{}',
      },
      prompts: [
        {
          title: 'a',
          project: 'Imported',
          content: 'A.\r\n',
          settings: { model: 'small' },
          tags: ['x', 'y'],
        },
        { title: 'b', content: 'B, without front matter.' },
      ],
    },
    {
      about: 'that lies alone',
      files: { 'SKILL.md': '---\nname: 7\ndescription: >\n  Two\n  lines\n---\nText' },
      prompts: [{ title: '7', content: 'Text', notes: ['Two lines'] }],
    },
    {
      about: 'with unknown fields',
      files: { 'x/SKILL.md': '---\nname: x\nmetadata: { owner: Ada }\nallowed-tools: Read Write\n---\nX' },
      prompts: [{ notes: ['---\nallowed-tools: Read Write\nmetadata:\n  owner: Ada\n---'] }],
    },
    {
      about: 'beside a skill within its folder',
      files: {
        'out/SKILL.md': '---\nname: out\n---\nOut',
        'out/in/SKILL.md': '---\nname: in\n---\nIn',
        'out/in/a.txt': 'a',
      },
      prompts: [{ title: 'out' }, { title: 'in', content: 'In' }],
      uploads: ['in/a.txt'],
    },
  ],
  hostile: [
    ...hostileYaml((yaml) => `---\n${yaml}\n---\nText`),
    ['nothing but front matter', '---\nname: x\n---\n', 'This prompt has no text.'],
  ],
};

export const rules: FormatSample = {
  format: 'Rules of agents',
  path: '.cursor/rules/style.mdc',
  make: (text) => `---\ndescription: Style\nglobs: *.ts, *.tsx\nalwaysApply: false\n---\n${text}`,
  samples: [
    {
      about: 'of Cursor, whose front matter is no YAML',
      files: {
        '.cursor/rules/style.mdc':
          '---\ndescription: Style: ours\nglobs: *.ts,src/**/*.tsx\nalwaysApply: false\n---\n\n- Short names\n',
        '.cursor/commands/review.md': '# Review\n\nReview {{file}}.\n',
        '.cursor/mcp.json': '{}',
      },
      prompts: [
        { title: 'review', project: 'Imported', content: '# Review\n\nReview {{file}}.\n', notes: [] },
        {
          ...{ title: 'style', content: '\n- Short names\n' },
          notes: ['Style: ours\n\n---\nglobs: "*.ts,src/**/*.tsx"\nalwaysApply: false\n---'],
        },
      ],
    },
    {
      about: 'of Continue',
      files: {
        'repo/.continue/prompts/explain.md':
          '---\nname: Explain\ndescription: Explains\ninvokable: true\n---\nExplain it.\n',
      },
      prompts: [
        { title: 'Explain', content: 'Explain it.\n', notes: ['Explains\n\n---\ninvokable: true\n---'] },
      ],
    },
    {
      about: 'in AGENTS.md and CLAUDE.md, of several folders',
      files: {
        'AGENTS.md': '# Rules\n',
        'CLAUDE.md': '@AGENTS.md\n',
        'apps/web/AGENTS.md': '# Web\n',
        'apps/api/AGENTS.md': '# API\n',
      },
      prompts: [
        { title: 'AGENTS.md', project: 'Imported', content: '# Rules\n' },
        { title: 'CLAUDE.md', content: '@AGENTS.md\n' },
        { title: 'AGENTS.md in api', project: 'apps' },
        { title: 'AGENTS.md in web', project: 'apps' },
      ],
    },
    {
      about: 'of GitHub Copilot',
      files: {
        '.github/prompts/tests.prompt.md':
          '---\nmode: agent\nmodel: GPT-4o\ndescription: Writes tests\n---\nWrite tests.',
        '.github/copilot-instructions.md': 'Be short.',
        '.github/instructions/css.instructions.md': '---\napplyTo: "**/*.css"\n---\nNo floats.',
        '.github/workflows/check.yml': 'on: push',
      },
      prompts: [
        { title: 'copilot-instructions.md', content: 'Be short.' },
        { title: 'css', content: 'No floats.' },
        { title: 'tests', content: 'Write tests.', settings: { model: 'GPT-4o' } },
      ],
    },
    {
      about: 'of Claude Code',
      files: {
        'my/.claude/commands/fix.md':
          '---\nallowed-tools: Bash(git *), Read\nargument-hint: [number] [priority]\n---\nFix $ARGUMENTS.',
        'my/.claude/agents/judge.md': '---\nname: judge\nmodel: inherit\n---\nJudge.',
      },
      prompts: [
        { title: 'judge', project: 'Imported', content: 'Judge.' },
        { title: 'fix', content: 'Fix $ARGUMENTS.', notes: [expect.stringContaining('[number] [priority]')] },
      ],
    },
    {
      about: 'by their front matter, wherever they lie',
      files: {
        'team/any.md': '---\nalwaysApply: true\n---\nAlways.',
        'team/note.md': '---\nmodel: m\n---\nNote',
      },
      prompts: [
        { title: 'any', project: 'team', content: 'Always.' },
        { title: 'note', content: '---\nmodel: m\n---\nNote' },
      ],
    },
  ],
  hostile: [
    ...hostileYaml((yaml) => `---\n${yaml}\n---\nText`),
    ['nothing but front matter', '---\nalwaysApply: true\n---\n', 'This prompt has no text.'],
  ],
};
