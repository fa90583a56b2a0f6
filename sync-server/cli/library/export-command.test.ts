import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '#shared/library-files/bytes.ts';
import { readLibraryFiles } from '#shared/library-files/read-library-files.ts';
import { all, inputFile } from '#shared/library-files/testing/memory-library.ts';
import { secretSamples } from '#shared/lint/secrets/secret-samples.ts';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory, spawnPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testApp } from '../../testing/test-app.ts';
import { multipart } from '../../testing/upload-requests.ts';

/** A server whose person has a project, prompts with a version, and a file; `DATA_DIR` and a place for exports. */
async function scene() {
  const app = testApp();
  const outside = temporaryFolder();
  const { call, send } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'P', color: 'red' });
  for (let id = 100; id < 350; id += 1) {
    await call('POST', '/api/prompts', { id, title: `T${id}`, content: `text "${id}"\n`, projectId: 5 });
  }
  await call('PUT', '/api/prompts/100', { id: 61, content: 'b', description: 'kept' });
  await call('DELETE', '/api/prompts/101');
  const sent = multipart({ bytes: '# A plan', fields: { name: 'Plan', description: 'd' } });
  expect(await send('POST', '/api/projects/5/resources', sent)).toMatchObject({ status: 201 });
  await restClient(app, 'eve');
  return {
    ...{ app, call },
    variables: { DATA_DIR: app.dataFolder, INIT_CWD: outside.path },
    out: join(outside.path, 'ada.json'),
    [Symbol.dispose]() {
      app[Symbol.dispose]();
      outside[Symbol.dispose]();
    },
  };
}

test('the app reads an exported library with its rows and files, for its owner alone', async () => {
  using here = await scene();
  const args = ['export', '--user', 'ADA', '--out', 'ada.json', '--json'];
  const ended = await spawnPromptory(here.variables, args);
  expect(ended).toMatchObject({ code: 0, err: '' });
  const counts = { projects: 1, prompts: 249, versions: 1, resources: 1, files: 1, leftOut: 0 };
  expect(JSON.parse(ended.out)).toEqual({ file: here.out, ...counts });
  expect(statSync(here.out).mode & 0o777).toBe(0o600);
  const file = inputFile('ada.json', readFileSync(here.out));
  const found = await all(readLibraryFiles([file], { project: { id: null, name: 'Imported' } }));
  const prompts = found.flatMap((each) => (each.kind === 'prompt' ? [each] : []));
  const others = found.filter(({ kind }) => kind !== 'prompt');
  expect(others).toMatchObject([
    { kind: 'project', id: 5, name: 'P' },
    { kind: 'file', account: 'ada', name: 'Plan', row: { available: true } },
  ]);
  const [, plan] = others;
  expect(plan?.kind === 'file' && plan.file && (await textOf(plan.file, 100))).toBe('# A plan');
  expect(prompts[0]?.versions).toMatchObject([{ id: 61, description: 'kept' }]);
  const texts = prompts.map(({ id, content }) => [id, content]);
  expect(texts).toHaveLength(249);
  expect(texts.slice(0, 2)).toEqual([
    [100, 'b'],
    [102, 'text "102"\n'],
  ]);
  expect(readdirSync(here.app.dataFolder).filter((name) => name.startsWith('backup-'))).toEqual([]);
});

test('an export names an account or a folder that is not there, a file that is, and files without bytes', async () => {
  using here = await scene();
  const run = (user: string, out = here.out) =>
    runPromptory(here.variables, ['export', '--user', user, '--out', out]);
  expect(await run('nobody')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no user named nobody'),
  });
  expect(await run('ada', import.meta.filename)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is there already'),
  });
  const empty = await runPromptory({ DATA_DIR: here.out }, ['export', '--user', 'ada', '--out', here.out]);
  expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('is no data folder') });
  rmSync(join(here.app.dataFolder, 'files'), { recursive: true });
  expect(await run('ada')).toMatchObject({ code: 1, err: expect.stringContaining('1 files are missing') });
  const sameCommand = ['user', 'export', 'eve', '--out', `${here.out}.eve`];
  expect(await runPromptory(here.variables, sameCommand)).toMatchObject({ code: 0, err: '' });
});

test.each([
  { format: 'json', place: 'version 2' },
  { format: 'tree', place: 'version 2' },
  { format: 'promptfoo', place: 'text' },
])(
  'an export as $format names what looks like a secret, and writes it only where its person says so',
  async ({ format, place }) => {
    using here = await scene();
    const content = `Use ${secretSamples.github}`;
    await here.call('PUT', '/api/prompts/102', { id: 62, content: 'before', description: '' });
    await here.call('PUT', '/api/prompts/102', { id: 63, content, description: '' });
    const run = (...more: string[]) =>
      runPromptory(here.variables, ['export', '--user', 'ada', '--format', format, here.out, ...more]);
    const refused = await run();
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('Nothing is written');
    expect(refused.err).toContain(`P / T102 (${place}): This looks like a key or token of GitHub.`);
    expect(refused.err).not.toContain(secretSamples.github);
    expect(existsSync(here.out)).toBe(false);
    expect(await run('--allow-secrets')).toMatchObject({ code: 0, err: '' });
    expect(existsSync(here.out)).toBe(true);
  },
);

test('a secret of another project keeps no project from being exported', async () => {
  using here = await scene();
  await here.call('POST', '/api/projects', { id: 6, name: 'Q', color: 'red' });
  const content = `Use ${secretSamples.github}`;
  await here.call('POST', '/api/prompts', { id: 400, title: 'K', content, projectId: 6 });
  const run = (project: string) =>
    runPromptory(here.variables, ['export', '--user', 'ada', '--project', project, `${here.out}.${project}`]);
  expect(await run('P')).toMatchObject({ code: 0, err: '' });
  expect(await run('Q')).toMatchObject({ code: 1 });
  const byName = ['user', 'export', 'ada', '--out', here.out];
  expect(await runPromptory(here.variables, byName)).toMatchObject({ code: 1 });
  expect(await runPromptory(here.variables, [...byName, '--allow-secrets'])).toMatchObject({ code: 0 });
});
