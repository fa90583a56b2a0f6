/** Tests that libraries leave and come as files by the command line tool. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory, spawnPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testApp } from '../../testing/test-app.ts';
import { multipart } from '../../testing/upload-requests.ts';

const text = 'Dear {{name}},\r\n---\n\u2028 {{> Letters/Signature}}  \n\n';

/** A server with Ada's library and Eve's empty one, and a folder beside it. */
async function scene() {
  const app = testApp();
  const outside = temporaryFolder();
  const { call, send, get } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'Letters', color: 'red' });
  await call('POST', '/api/projects', { id: 7, name: 'Other: “x”' });
  await call('POST', '/api/prompts', {
    id: 6,
    title: 'Greeting',
    content: 'first',
    projectId: 5,
    notes: 'n',
  });
  await call('PUT', '/api/prompts/6', { id: 61, content: text, description: 'kept' });
  await call('POST', '/api/prompts', { id: 8, title: 'Signature', content: 'Ada', projectId: 5 });
  await call('POST', '/api/prompts', { id: 9, title: 'Greeting', content: 'another', projectId: 7 });
  await call('POST', '/api/projects', { id: 10, name: 'Other: “x”', color: 'teal' });
  await call('POST', '/api/prompts', { id: 11, title: '😀'.repeat(50), content: 'smile', projectId: 10 });
  await send('POST', '/api/projects/5/resources', multipart({ bytes: '# A plan', fields: { name: 'Plan' } }));
  const eve = await restClient(app, 'eve');
  const variables = { DATA_DIR: app.dataFolder };
  return {
    ...{ app, eve, get, path: outside.path, at: (name: string) => join(outside.path, name) },
    run: (...args: string[]) => runPromptory(variables, args, { cwd: outside.path }),
    spawn: (...args: string[]) => spawnPromptory({ ...variables, INIT_CWD: outside.path }, args),
    [Symbol.dispose]() {
      app[Symbol.dispose]();
      outside[Symbol.dispose]();
    },
  };
}

/** The files of a folder by their paths, without the one that has the name of the account and the time. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.flatMap((entry) => {
      if (!entry.isFile() || entry.name === 'library.yaml') return [];
      const path = join(entry.parentPath, entry.name);
      return [[path.slice(folder.length + 1), readFileSync(path, 'latin1')]];
    }),
  );
}

test.each(['tree', 'zip', 'json'])(
  'a library comes into another account from its %s as it was, with its times; the second time adds nothing',
  async (format) => {
    using here = await scene();
    const out = format === 'tree' ? 'folder' : `library.${format}`;
    const run = format === 'tree' ? here.spawn : here.run;
    const exported = await run('export', '--user', 'ada', '--format', format, out, '--json');
    expect(exported).toMatchObject({ code: 0, err: '' });
    const counts = { projects: 3, prompts: 4, versions: 1, files: 1, leftOut: 0 };
    expect(JSON.parse(exported.out)).toMatchObject({ file: here.at(out), ...counts });

    const dry = await here.run('import', '--user', 'eve', '--dry-run', out);
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toContain('It would be: 8 new, 0 changed, 0 unchanged, 0 refused.');
    expect(dry.out).toContain('new      Letters / Greeting');
    expect((await here.eve.get('/api/projects')).body).toEqual([]);

    const imported = await run('import', '--user', 'eve', out, '--json');
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(imported.out)).toMatchObject({ new: 8, changed: 0, same: 0, refused: 0 });
    expect(await here.run('import', '--user', 'eve', out)).toMatchObject({
      code: 0,
      out: '0 new, 0 changed, 8 unchanged, 0 refused.\n',
    });
    for (const user of ['ada', 'eve']) await here.run('export', '--user', user, '--format', 'tree', user);
    const [ada, eve] = ['ada', 'eve'].map((user) => filesIn(here.at(user)));
    expect(eve).toEqual(ada);
    expect(
      Object.values(eve ?? {}).filter((file) => file.endsWith(Buffer.from(text).toString('latin1'))),
    ).toHaveLength(2);
    expect(eve?.['Letters/files/Plan.md']).toBe('# A plan');
  },
);

test('one project or one prompt is exported, by name or id, and names that are unclear are refused', async () => {
  using here = await scene();
  const run = (...args: string[]) => here.run('export', '--user', 'ada', ...args);
  expect(await run('--project', 'Letters', '--json', 'a.json')).toMatchObject({ code: 0 });
  const project = JSON.parse(readFileSync(here.at('a.json'), 'utf8'));
  expect(project).toMatchObject({ projects: [{ id: 5 }], prompts: [{ id: 6 }, { id: 8 }], files: [{}] });
  expect(await run('--prompt', 'Greeting', '--project', '7', 'b.zip')).toMatchObject({ code: 0 });
  expect(await run('--prompt', '6', '--format', 'tree', 'c')).toMatchObject({ code: 0 });
  expect(Object.keys(filesIn(here.at('c'))).sort()).toEqual([
    'Letters/Greeting.md',
    'Letters/Greeting/notes.yaml',
    'Letters/Greeting/versions/001.md',
    'Letters/project.yaml',
  ]);
  const unclear = 'Several prompts have this name. Their ids: 6, 9.';
  expect(await run('--prompt', 'Greeting', 'd')).toMatchObject({ code: 2, err: `${unclear}\n` });
  expect(await run('--project', 'None', 'd')).toMatchObject({ code: 2, err: 'There is no such project.\n' });
  expect(await run('--format', 'doc', 'd')).toMatchObject({ code: 2 });
  expect(await run()).toMatchObject({ code: 2, err: 'Name one file to write: OUT.\n' });
});

test('promptfoo, dotprompt and GitHub Models get the texts with their snippets inserted', async () => {
  using here = await scene();
  expect(await here.run('export', '--user', 'ada', 'promptfooconfig.yaml')).toMatchObject({ code: 0 });
  const promptfoo = readFileSync(here.at('promptfooconfig.yaml'), 'utf8');
  expect(promptfoo).toContain('Dear {{ name }}');
  expect(promptfoo).not.toContain('Letters/Signature');
  const dotprompt = ['--format', 'dotprompt', '--project', 'Letters', 'dot'];
  expect(await here.run('export', '--user', 'ada', ...dotprompt)).toMatchObject({ code: 0 });
  expect(Object.keys(filesIn(here.at('dot')))).toEqual([
    'Letters/Greeting.prompt',
    'Letters/Signature.prompt',
  ]);
  const github = ['--format', 'github-models', '--project', 'Letters', 'github'];
  expect(await here.run('export', '--user', 'ada', ...github)).toMatchObject({ code: 0 });
  const files = filesIn(here.at('github'));
  expect(Object.keys(files)).toEqual(['Letters/Greeting.prompt.yml', 'Letters/Signature.prompt.yml']);
  expect(files['Letters/Signature.prompt.yml']).toContain('content: Ada');
  expect(files['Letters/Greeting.prompt.yml']).not.toContain('Letters/Signature');
});

test('what is in files but not in the library is added, and nothing there is replaced', async () => {
  using here = await scene();
  await here.run('export', '--user', 'ada', '--format', 'tree', 'folder');
  const file = here.at('folder/Letters/Signature.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/Ada$/, 'Countess'));
  const imported = await here.run('import', '--user', 'ada', 'folder', '--json');
  expect(JSON.parse(imported.out)).toMatchObject({ new: 0, changed: 1, same: 7 });
  expect((await here.get('/api/prompts/8')).body).toMatchObject({ content: 'Ada' });
  expect((await here.get('/api/prompts/8/versions')).body).toMatchObject([{ content: 'Countess' }]);
});

test('files are refused in a sentence each, links are not followed, and the others come in', async () => {
  using here = await scene();
  mkdirSync(here.at('mixed'));
  writeFileSync(here.at('mixed/good.md'), 'good');
  writeFileSync(here.at('mixed/bad.yaml'), 'a: &a [*a]\nb: !!js x\n');
  writeFileSync(here.at('mixed/latin.txt'), Buffer.from([0xe4, 0x0a]));
  symlinkSync('/etc', here.at('mixed/etc'));
  symlinkSync('/etc/passwd', here.at('mixed/passwd.md'));
  const imported = await here.run('import', '--user', 'eve', 'mixed');
  expect(imported).toMatchObject({ code: 1, out: '1 new, 0 changed, 0 unchanged, 2 refused.\n' });
  expect(imported.err.trimEnd().split('\n')).toEqual([
    'etc is a link, which is not followed.',
    'passwd.md is a link, which is not followed.',
    expect.stringMatching(/^bad\.yaml: /),
    'latin.txt: This file is not UTF-8 text. Save it as UTF-8 and try again.',
  ]);
});

test('a zip that leads out of its folder changes nothing', async () => {
  using here = await scene();
  writeFileSync(here.at('evil.zip'), zipSync({ 'a.md': Buffer.from('a'), '../b.md': Buffer.from('b') }));
  const imported = await here.run('import', '--user', 'eve', 'evil.zip');
  expect(imported).toMatchObject({ code: 1, out: '0 new, 0 changed, 0 unchanged, 1 refused.\n' });
  expect(imported.err).toContain('leads out of its folder');
  expect((await here.eve.get('/api/projects')).body).toEqual([]);
  expect(await here.run('import', '--user', 'eve', 'none.zip')).toMatchObject({
    code: 2,
    err: `${here.at('none.zip')} is neither a file nor a folder.\n`,
  });
});

test('the columns of a table are chosen, and its prompts come into the project that is named', async () => {
  using here = await scene();
  writeFileSync(here.at('table.csv'), 'was,wie\n"a, b",Erstes\nc,Zweites\n');
  const columns = ['--column-text', 'was', '--column-title', 'wie', '--project', 'Letters'];
  const dry = await here.run('import', '--user', 'ada', 'table.csv', '--dry-run', ...columns);
  expect(dry.out).toContain('new      Letters / Erstes');
  expect(await here.run('import', '--user', 'ada', 'table.csv', ...columns)).toMatchObject({ code: 0 });
  expect((await here.get('/api/projects/5/prompts')).body).toMatchObject([
    ...[{ title: 'Greeting' }, { title: 'Signature' }],
    ...[{ title: 'Erstes', content: 'a, b' }, { title: 'Zweites' }],
  ]);
});

test('lines of prompts with versions are only listed by a dry run', async () => {
  using here = await scene();
  writeFileSync(here.at('own.jsonl'), `${JSON.stringify({ title: 'New', versions: ['a', 'b'] })}\n`);
  const dry = await here.run('import', '--user', 'eve', 'own.jsonl', '--dry-run');
  expect(dry.code).toBe(0);
  expect(dry.out).toMatch(
    /^new {6}own \/ New .*\nIt would be: 1 new, 0 changed, 0 unchanged, 0 refused\.\n$/,
  );
  expect((await here.eve.get('/api/projects')).body).toEqual([]);
});
