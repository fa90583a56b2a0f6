/** A library of the size that people have, brought in by the import, on a device that has never seen it. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programPath } from '../../sync-server/testing/program-path.ts';
import { expect, testOnOwnServer as test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  openPrompt,
  promptContent,
  signIn,
  signUp,
  syncStatus,
  treeItem,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const count = 1_122;

/** Texts of 300 bytes to 30 KB, one of them 144 KB, in several scripts, some with earlier versions. */
function textOf(index: number): string {
  const words =
    index % 7 === 0 ? 'Réponds en français, 简短地, кратко. ' : 'You are a careful {{role}} of prompts. ';
  const length = index === 700 ? 144 * 1024 : 300 + ((index * 7919) % 3000) * (index % 50 === 0 ? 10 : 1);
  return `# Prompt ${index}\r\n${words.repeat(Math.ceil(length / words.length))}\tend ${index}  `;
}

function importFile(): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const earlier = index % 10 === 0 ? [`An earlier text of ${index}`] : [];
    return JSON.stringify({ title: `Prompt ${index}`, versions: [...earlier, textOf(index)] });
  });
  return lines.join('\n');
}

test('a library of 1,122 prompts comes to a fresh device whole, and opens there without a network', async ({
  server,
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  await signUp(laptop.page, person);
  await everythingIsSynced(laptop.page);
  const file = join(server.folder, 'Library.jsonl');
  writeFileSync(file, importFile());
  const env = { PATH: process.env.PATH, DATA_DIR: server.folder };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [programPath('promptory'), 'import', '--user', person.username, file],
    {
      env,
    },
  );
  expect(stdout).toContain(`${count} new, 0 changed, 0 unchanged, 0 refused.`);

  const tablet = await newDevice();
  const started = Date.now();
  await signIn(tablet.page, person);
  await expect(treeItem(tablet.page, 'Library')).toBeVisible();
  await everythingIsSynced(tablet.page);
  const synced = Date.now() - started;
  await tablet.appIsKept();
  await tablet.cutNetwork();
  await server.kill();

  const reopened = Date.now();
  await tablet.page.reload();
  await expect(treeItem(tablet.page, 'Prompt 0')).toBeVisible();
  const opened = Date.now() - reopened;
  await expect(syncStatus(tablet.page)).toHaveText('Offline');
  await openPrompt(tablet.page, 'Prompt 7');
  await expect(promptContent(tablet.page)).toContainText('end 7');

  // The last one is far below: the tree brings it into view by the keyboard.
  await treeItem(tablet.page, 'Prompt 7').press('End');
  await treeItem(tablet.page, `Prompt ${count - 1}`).click();
  await expect(promptContent(tablet.page)).toContainText(`end ${count - 1}`);
  test
    .info()
    .annotations.push({ type: 'measured', description: `synced ${synced} ms, offline ${opened} ms` });

  await server.start();
  await tablet.restoreNetwork();
  await everythingIsSynced(tablet.page);
  const [project] = await (await tablet.page.request.get('/api/projects')).json();
  const prompts = await (await tablet.page.request.get(`/api/projects/${project.id}/prompts`)).json();
  expect(prompts).toHaveLength(count);
  for (const [index, { content }] of prompts.entries()) expect(content).toBe(textOf(index));
});
