/** `promptory lint` in folders as they stand on the disk, and with a server that listens. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { secretSamples } from '#shared/lint/secrets/secret-samples.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { checkScene } from './check-scene.ts';

/** An exported tree: each test writes its files. */
function treeOf(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries({
    'Letters/project.yaml': 'promptory: project\nname: Letters\n',
    ...files,
  })) {
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return {
    run: (...args: string[]) => runPromptory({}, ['lint', ...args], { cwd: folder.path }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const prompt = (title: string, text: string, more = '') =>
  `---\npromptory: prompt\ntitle: ${title}\n${more}---\n${text}`;

function caseFile(values: Record<string, string>): string {
  const { promptId, ...row } = exampleTestCase({ name: 'Ada', values });
  return JSON.stringify({ promptory: 'case', prompt: promptId, ...row });
}

const Report = z.object({
  prompts: z.number(),
  refused: z.array(z.string()),
  findings: z.array(
    z.object({ prompt: z.string(), rule: z.string(), line: z.number().nullable(), reason: z.string() }),
  ),
});

test('a folder in which nothing is found ends with 0', async () => {
  using tree = treeOf({ 'Letters/Greeting.md': prompt('Greeting', 'Dear {{name}}') });
  expect(await tree.run()).toEqual({ code: 0, out: '0 findings in 1 prompt.\n', err: '' });
});

test('each finding is a line with its place in the file, a reason and a fix, and ends with 1', async () => {
  using tree = treeOf({
    'Letters/Style.md': prompt('Style', 'Be brief.'),
    'Letters/Greeting.md': prompt('Greeting', '{{> Letters/Stile}}\r\nDear {{nmae}}, {{day | date}}'),
    'Letters/Greeting/cases/Ada.json': caseFile({ name: 'Ada', day: '2026-01-01' }),
  });
  const { code, out } = await tree.run('Letters/Greeting.md');
  expect(code).toBe(1);
  expect(out.split('\n')).toEqual([
    'Letters/Greeting.md:5:1: warning broken-snippet: There is no prompt or version Letters/Stile. Fix: Write {{> Letters/Style}}.',
    'Letters/Greeting.md:6:6: warning undefined-variable: No value set and no test case has a value for nmae. Fix: Rename it to name.',
    'Letters/Greeting.md: note unused-value: name has a value in Ada, and the text has no such variable.',
    '3 findings in 1 prompt.',
    '',
  ]);
});

test('a secret is named with its place, and printed nowhere', async () => {
  using tree = treeOf({ 'Letters/Greeting.md': prompt('Greeting', `Use ${secretSamples.github} there`) });
  for (const format of ['text', 'json']) {
    const { code, out, err } = await tree.run('--format', format);
    expect([code, out]).toEqual([1, expect.stringContaining('GitHub')]);
    expect(out + err).not.toContain(secretSamples.github.slice(0, 12));
  }
});

test('rules are chosen and left out by their names', async () => {
  using tree = treeOf({
    'Letters/Greeting.md': prompt('Greeting', '{{> Letters/Stile}} {{a_b}} {{a b}}'),
  });
  const rulesOf = async (...args: string[]) => {
    const { code, out } = await tree.run('--json', ...args);
    return [code, ...Report.parse(JSON.parse(out)).findings.map(({ rule }) => rule)];
  };
  expect(await rulesOf()).toEqual([1, 'broken-snippet', 'similar-variable']);
  expect(await rulesOf('--rule', 'similar-variable')).toEqual([1, 'similar-variable']);
  expect(await rulesOf('--off', 'similar-variable', '--off', 'broken-snippet')).toEqual([0]);
});

test('settings of a file count: its model, its longest answer and its schema', async () => {
  const settings = 'settings:\n  model: gpt-4\n  maxTokens: 8000\n  answerFormat: json\n';
  using tree = treeOf({
    'Letters/Greeting.md': prompt('Greeting', `${'word '.repeat(400)}\nAnswer in XML.`, settings),
  });
  const { out } = await tree.run();
  expect(out).toContain('Greeting.md:10:1: warning schema-contradiction: This line asks for XML');
  expect(out).toContain('Greeting.md: warning too-long: ');
  const { out: wide } = await tree.run('--context', '100000');
  expect(wide).not.toContain('too-long');
});

test('a file that cannot be read is named, and the others are looked at', async () => {
  using tree = treeOf({
    'Letters/Greeting.md': prompt('Greeting', 'Dear {{name}}'),
    'Letters/Other.md': prompt('Other', 'Hello', 'settings: [1\n'),
  });
  const { code, out, err } = await tree.run('--json');
  const { prompts, refused } = Report.parse(JSON.parse(out));
  expect([code, prompts, refused.length]).toEqual([1, 1, 1]);
  expect(err).toContain('Letters/Other.md');
});

test.each([
  [['--rule', 'spelling'], 'A rule is one of secret, undefined-variable'],
  [['--context', 'large'], '--context must be a number of tokens'],
  [['--format', 'xml'], '--format must be text or json'],
  [['nowhere.md'], ''],
  [['--url', 'http://127.0.0.1:9'], 'PROMPTORY_TOKEN must be an API token'],
])('what cannot run ends with 2: %s', async (args, sentence) => {
  using tree = treeOf({});
  const { code, err } = await tree.run(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
});

test('in a folder of promptory sync references are those of its project', async () => {
  using library = await folderSyncScene();
  await library.call('POST', '/api/prompts', { id: 12, title: 'Style', content: 'Be brief.', projectId: 5 });
  const content = '{{> Letters/Style}} {{> Letters/Tone}}';
  await library.call('POST', '/api/prompts', { id: 11, title: 'Greeting', content, projectId: 5 });
  const folder = library.folder('letters');
  await folder.sync();
  const { code, out } = await runPromptory({}, ['lint'], { cwd: folder.path });
  expect([code, out]).toEqual([1, expect.stringContaining('There is no prompt or version Letters/Tone.')]);
  expect(out).toContain('1 finding in 2 prompts.');
});

test('a server is asked for the whole library, a project or a prompt', async () => {
  const { call, addCase, url, variables } = await checkScene();
  await call('POST', '/api/prompts', {
    id: 8,
    title: 'Reply',
    content: '{{> Letters/Geeting}}',
    projectId: 5,
  });
  await addCase('Ada', [], { values: { nmae: 'Ada' } });
  const lint = (...args: string[]) => runPromptory(variables, ['lint', ...args, '--url', url]);
  const { code, out } = await lint();
  expect([code, out.split('\n').sort()]).toEqual([
    1,
    [
      '',
      '3 findings in 2 prompts.',
      'Letters/Greeting: note unused-value: nmae has a value in Ada, and the text has no such variable.',
      'Letters/Greeting:1:6: warning undefined-variable: No value set and no test case has a value for name. Fix: Rename it to nmae.',
      'Letters/Reply:1:1: warning broken-snippet: There is no prompt or version Letters/Geeting. Fix: Write {{> Letters/Greeting}}.',
    ],
  ]);
  expect((await lint('Letters')).out).toBe(out);
  expect((await lint('Letters/Reply')).out).toContain('1 finding in 1 prompt.');
  expect(await lint('Nowhere')).toMatchObject({
    code: 2,
    err: 'There is nothing of the name or id Nowhere.\n',
  });
});
