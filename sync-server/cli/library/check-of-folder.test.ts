/** `promptory check` with the files of a synced folder or of an exported tree, and at the address of a model. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { folderSyncScene } from '../../testing/folder-sync-scene.ts';
import { modelServer } from '../../testing/model-server.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { answersBy, errorOf } from './check-scene.ts';

const has = (value: string) => ({ type: 'contains', value });

function caseFile(name: string, changes: Partial<TestCase> = {}): string {
  const { promptId, ...row } = exampleTestCase({ name, checks: [has('Ada')], ...changes });
  return JSON.stringify({ promptory: 'case', prompt: promptId, ...row });
}

/** A folder of the project "Letters" that was synced once, with a case of Greeting; no server is there any more. */
async function scene() {
  const endpoint = await modelServer();
  const library = await folderSyncScene();
  const content = '{{> Letters/Style}} Dear {{name}}';
  await library.call('POST', '/api/prompts', { id: 11, title: 'Greeting', content, projectId: 5 });
  await library.call('POST', '/api/prompts', { id: 12, title: 'Style', content: 'Be brief.', projectId: 5 });
  const folder = library.folder('letters');
  await folder.sync();
  folder.write('Greeting/cases/Ada.json', caseFile('Ada'));
  onTestFinished(async () => {
    library[Symbol.dispose]();
    await endpoint[Symbol.asyncDispose]();
  });
  answersBy(endpoint, (message) => message);
  const withKey = (key: string, ...args: string[]) =>
    runPromptory(
      { PROMPTORY_MODEL_KEY: key },
      ['check', ...args, '--address', endpoint.address, '--model', 'tiny'],
      { cwd: folder.path },
    );
  return { endpoint, folder, withKey, run: (...args: string[]) => withKey('', ...args) };
}

test('a file, and the folder that it is in, are checked by the cases beside it, with the snippets there', async () => {
  const { endpoint, folder, run } = await scene();
  folder.write('Greeting/cases/Off.json', caseFile('Off', { enabled: false }));
  const { code, out } = await run('Greeting.md');
  expect([code, out]).toEqual([0, expect.stringContaining('Greeting.md, tiny: 1 of 1 held')]);
  expect(await run('.')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Greeting.md, tiny: 1 of 1'),
  });
  expect(endpoint.asked.map(({ body }) => body.messages)).toEqual([
    [{ role: 'user', content: 'Be brief. Dear Ada' }],
    [{ role: 'user', content: 'Be brief. Dear Ada' }],
  ]);
});

test('recorded answers of a folder are replayed without a server, an address or a key, also after another sync', async () => {
  const { endpoint, folder, run } = await scene();
  expect(await run('.', '--record', 'answers.jsonl')).toMatchObject({ code: 0 });
  await folder.sync();
  await endpoint[Symbol.asyncDispose]();
  const args = ['check', '.', '--model', 'tiny', '--replay', 'answers.jsonl'];
  const replayed = await runPromptory({}, args, { cwd: folder.path });
  expect(replayed).toMatchObject({ code: 0, out: expect.stringContaining('Greeting.md, tiny: 1 of 1 held') });
  folder.edit('Greeting.md', 'Dearest {{name}}');
  expect(await runPromptory({}, args, { cwd: folder.path })).toMatchObject({
    ...{ code: 1, out: expect.stringContaining('"Ada": No answer is recorded') },
  });
});

test('the cases of a file that was renamed are found by the id of its prompt', async () => {
  const { folder, run } = await scene();
  folder.write('Letter.md', folder.read('Greeting.md'));
  rmSync(join(folder.path, 'Greeting.md'));
  folder.write('Greeting/cases/Ada.json', caseFile('Ada', { promptId: 11 }));
  expect(await run('Letter.md')).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 held') });
});

test('in an exported tree the settings, versions and labels of files count, and its project names the snippets', async () => {
  const { endpoint, folder, run } = await scene();
  rmSync(join(folder.path, '.promptory'), { recursive: true });
  folder.write('tree/Letters/project.yaml', 'promptory: project\nname: Letters\n');
  folder.write('tree/Letters/Style.md', '---\npromptory: prompt\ntitle: Style\n---\nBe kind.');
  folder.write(
    'tree/Letters/Reply.md',
    '---\npromptory: prompt\ntitle: Reply\nsettings:\n  temperature: 0.5\nlabels:\n  production: 1\n---\n{{> Letters/Style}} {{name}}',
  );
  folder.write('tree/Letters/Reply/cases/a.json', caseFile('Ada'));
  folder.write(
    'tree/Letters/Reply/versions/001.md',
    '---\npromptory: version\nversion: 1\nsettings:\n  temperature: 1\n---\nNobody',
  );
  const current = await run('tree', '--baseline', 'production');
  expect([current.code, current.out]).toEqual([
    0,
    expect.stringContaining('Against production: 1 better, 0 worse, 0 equal.'),
  ]);
  expect(endpoint.asked.map(({ body }) => [body.messages, body.temperature])).toEqual([
    [[{ role: 'user', content: 'Be kind. Ada' }], 0.5],
    [[{ role: 'user', content: 'Nobody' }], 1],
  ]);
  expect((await run('tree/Letters/Reply.md', '--label', 'production')).out).toContain(
    'failed: tree/Letters/Reply.md@production, tiny, "Ada": contains "Ada":',
  );
  expect((await run('tree', '--label', 'none')).out).toContain(
    'No version with the label none lies beside this file.',
  );
});

test('a case that cannot be read is named and ends with 1, and the others are checked', async () => {
  const { folder, run } = await scene();
  folder.write('Greeting/cases/Broken.json', '{"promptory": "case"');
  const { code, out, err } = await run('.');
  expect([code, out]).toEqual([1, expect.stringContaining('1 of 1 held')]);
  expect(err).toMatch(/^Greeting\/cases\/Broken\.json: .+\n$/);
});

test('one run is under way at an address unless more are asked for, and a key is in no sentence', async () => {
  const { endpoint, folder, withKey } = await scene();
  for (const [id, name] of ['Bob', 'Eve'].entries()) {
    folder.write(`Greeting/cases/${name}.json`, caseFile(name, { id: 50 + id, values: { name } }));
  }
  let [running, most] = [0, 0];
  endpoint.answer((answer) => {
    running += 1;
    most = Math.max(most, running);
    answer.on('close', () => {
      running -= 1;
    });
    answer.writeHead(401).end(JSON.stringify({ error: { message: 'Wrong key: sk-of-ada.' } }));
  });
  const { code, out } = await withKey('sk-of-ada', '.', '--json');
  expect([code, most, out.includes('sk-of-ada')]).toEqual([1, 1, false]);
  expect(out).toContain('401: Wrong key: ….');
  errorOf(endpoint, 401, 'No.');
});

test.each([
  [['Nothing.md'], 'Nothing.md is neither a file nor a folder.'],
  [['Style.md'], 'There is nothing to check: no test case is enabled there.'],
  [['notes.txt'], 'There is no file of a prompt at'],
])('%j is refused with exit code 2', async (args, sentence) => {
  const { folder, run } = await scene();
  folder.write('notes.txt', 'a note');
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('without a server, an address and recorded answers there is nothing to run on', async () => {
  expect(await runPromptory({}, ['check', 'x.md', '--model', 'tiny'])).toMatchObject({
    ...{ code: 2, err: 'Give --url, the address of a server, or --address, that of a model, or both.\n' },
  });
});
