/** Tests that prompts leave for other tools and come from them by the command line. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testApp } from '../../testing/test-app.ts';

async function scene() {
  const app = testApp();
  const outside = temporaryFolder();
  const { call, get } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'Letters' });
  await call('POST', '/api/prompts', {
    ...{ id: 6, title: 'Greeting: warm', projectId: 5 },
    content: 'Dear {{name | default: guest}},\n{tone}',
  });
  await call('POST', '/api/prompts', { id: 7, title: 'Chat', content: '--- user ---\nHi', projectId: 5 });
  return {
    ...{ get, path: outside.path },
    run: (...args: string[]) => runPromptory({ DATA_DIR: app.dataFolder }, args, { cwd: outside.path }),
    write(path: string, text: string) {
      mkdirSync(join(outside.path, path, '..'), { recursive: true });
      writeFileSync(join(outside.path, path), text);
    },
    [Symbol.dispose]() {
      app[Symbol.dispose]();
      outside[Symbol.dispose]();
    },
  };
}

test.each([
  ['prompty', 'out', ['Chat.prompty', 'Greeting: warm.prompty']],
  ['librechat', 'out', ['Chat.json', 'Greeting: warm.json']],
  ['skills', 'out', ['chat', 'greeting-warm']],
  ['open-webui', 'out.json', null],
  ['espanso', 'out.yml', null],
])('prompts leave for %s, and change nothing where they come from', async (format, out, names) => {
  using here = await scene();
  expect(await here.run('export', '--user', 'ada', '--format', format, out)).toMatchObject({ code: 0 });
  if (names !== null) {
    const written = readdirSync(join(here.path, out, 'Letters')).sort();
    expect(written.map((name) => name.replace('_', ':'))).toEqual(names);
  }
  const back = await here.run('import', '--user', 'ada', out, '--json');
  expect(JSON.parse(back.out)).toMatchObject({ new: 0, changed: 0, same: 2, refused: 0 });
});

test('rules and skills come out of the hidden folders of a repository, and nothing else there does', async () => {
  using here = await scene();
  here.write('repo/.claude/skills/mail/SKILL.md', '---\nname: mail\ndescription: Writes\n---\nWrite mail.');
  here.write('repo/.claude/settings.json', '{}');
  here.write('repo/.cursor/rules/style.mdc', '---\nglobs: *.ts\n---\nShort names.');
  here.write('repo/.git/config.md', 'no');
  here.write('repo/AGENTS.md', 'Be brief.');
  const looked = await here.run('import', '--user', 'ada', 'repo', '--dry-run', '--json');
  const rows: { title: string; outcome: string }[] = JSON.parse(looked.out).rows;
  expect(rows.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['mail', 'new'],
    ['style', 'new'],
    ['AGENTS.md', 'new'],
  ]);
  expect(await here.run('import', '--user', 'ada', 'repo')).toMatchObject({ code: 0 });
  const again = await here.run('import', '--user', 'ada', 'repo', '--json');
  expect(JSON.parse(again.out)).toMatchObject({ new: 0, changed: 0, same: 3 });
});

test('steps and keys that stay behind are named before an import', async () => {
  using here = await scene();
  here.write('a.prompty', '---\nmodel:\n  configuration: { api_key: 123 }\n---\nuser:\n{{ x | upper }}\n');
  const looked = await here.run('import', '--user', 'ada', 'a.prompty', '--dry-run');
  expect(looked.out).toContain('Keys of an API in this file are not imported.');
  expect(looked.out).toContain('{{ x | upper }}');
});
