/**
 * Runs 20 prompts as the cases of a table, and from the command line, on a real llama.cpp and without a network but this
 * machine. PROMPTS_FILE names a file of others, a line of JSON with `versions` each; what an engine of half a megabyte
 * has no room for is cut off.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { spawnPromptory } from '../../sync-server/testing/run-promptory.ts';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { press } from '../screens/screens.ts';
import { keptModelParts, modelParts } from '../stage/kept-parts.ts';
import { expect } from '../stage/stage.ts';
import { everythingIsSynced, openPrompt, signUp, workspaceIsOpen } from '../stage/workspace.ts';
import { addTinyModel, answerSchema, answerTo, obeysSchema, test } from './engine-stage.ts';

const count = 20;
const mostCharacters = 300;
const schema = JSON.stringify(answerSchema);
const settings = { seed: 7, maxTokens: 300, answerFormat: 'json', answerSchema: schema };
const content = 'Judge this prompt:\n\n{{prompt}}';
const holds = [{ type: 'is-json', value: answerSchema }];
const Line = z.object({ versions: z.array(z.string()).nonempty() });

function texts(): readonly string[] {
  const file = process.env.PROMPTS_FILE;
  if (file === undefined) {
    return Array.from(
      { length: count },
      (_, at) => `Reply to letter ${at + 1} in ${at + 3} short sentences.`,
    );
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, count);
  return lines.map((line) => Line.parse(JSON.parse(line)).versions.at(0)?.slice(0, mostCharacters) ?? '');
}

test('a table over 20 prompts is filled without a network, and each cell has what the engine answers', async ({
  endpoint,
  newDevice,
  person,
  server,
}) => {
  const { page, appIsKept } = await newDevice();
  await signUp(page, person);
  await haveCases(page);
  await page.reload();
  await everythingIsSynced(page);
  await appIsKept();
  await expect.poll(() => keptModelParts(page)).toEqual(modelParts);
  await server.stop();
  await page.reload();
  await workspaceIsOpen(page);
  await addTinyModel(page, endpoint);
  const before = endpoint.requests.length;
  await openTable(page);
  await press(page, `Run ${count}`);
  const total = page.getByText(`${count} of ${count} passed`, { exact: false });
  await expect(total).toBeVisible({ timeout: 60_000 });
  expect(endpoint.requests.length - before).toBe(count);
  for (const [at, text] of texts().entries()) {
    if (at % 7 !== 0) continue;
    const sent = endpoint.requests
      .slice(before)
      .find((body) => JSON.stringify(body).includes(JSON.stringify(text).slice(1, -1)));
    const answer = await answerTo(endpoint, sent ?? {});
    expect(obeysSchema(answer)).toBe(true);
    await page.getByRole('button', { name: new RegExp(`^Case ${at + 1}, tiny: passed`) }).click();
    const shown = page.getByRole('dialog').last();
    await expect.poll(async () => bare((await shown.textContent()) ?? '')).toContain(bare(answer));
    await page.keyboard.press('Escape');
  }
  const asked = endpoint.requests.length;
  await page.reload();
  await workspaceIsOpen(page);
  await openTable(page);
  await expect(total).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  expect(endpoint.requests).toHaveLength(asked);
});

/** As Markdown an answer is drawn without its line breaks. */
const bare = (text: string) => text.replace(/\s/g, '');

/** "Judge" is a prompt with a case of each text. */
async function haveCases(page: Page): Promise<void> {
  const send = async (method: string, path: string, data: object) => {
    const answer = await page.request.fetch(path, { method, data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return z.looseObject({ id: z.int() }).parse(await answer.json()).id;
  };
  const projectId = await send('POST', '/api/projects', { name: 'Reviews', color: 'teal' });
  const id = await send('POST', '/api/prompts', { title: 'Judge', content, projectId });
  await send('PATCH', `/api/prompts/${id}/attributes`, { settings });
  for (const [at, prompt] of texts().entries()) {
    const fields = { name: `Case ${at + 1}`, values: { prompt }, checks: holds };
    await send('POST', `/api/prompts/${id}/cases`, fields);
  }
}

async function openTable(page: Page): Promise<void> {
  await openPrompt(page, 'Judge');
  const show = page.getByRole('button', { name: 'Try it', exact: true });
  await expect(show.or(page.getByRole('button', { name: 'Hide Try it', exact: true }))).toBeVisible();
  if (await show.isVisible()) await show.click();
  await press(page, 'Cases');
}

test('the command line checks 20 cases of a folder on the engine, and again without it', async ({
  endpoint,
}) => {
  using folder = temporaryFolder();
  const head = JSON.stringify({ promptory: 'prompt', title: 'Judge', settings });
  writeFileSync(join(folder.path, 'Judge.md'), `---\n${head}\n---\n${content}`);
  mkdirSync(join(folder.path, 'Judge', 'cases'), { recursive: true });
  for (const [at, prompt] of texts().entries()) {
    const fields = { id: at + 1, name: `Case ${at + 1}`, values: { prompt }, checks: holds };
    const rest = {
      enabled: true,
      threshold: null,
      notes: '',
      position: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const file = join(folder.path, 'Judge', 'cases', `${fields.name}.json`);
    writeFileSync(file, JSON.stringify({ promptory: 'case', ...fields, ...rest }));
  }
  const check = async (...more: string[]) => {
    const args = ['check', 'Judge.md', '--model', 'tiny', '--json', ...more];
    const { code, out, err } = await spawnPromptory({ INIT_CWD: folder.path }, args);
    expect(code, err).toBe(0);
    return Totals.parse(JSON.parse(out)).totals;
  };
  const ran = await check('--address', endpoint.address, '--record', 'answers.jsonl');
  expect(ran).toMatchObject({ passed: count, failed: 0, errors: 0 });
  const asked = endpoint.requests.length;
  expect(await check('--replay', 'answers.jsonl')).toEqual(ran);
  expect(endpoint.requests).toHaveLength(asked);
});

const Totals = z.object({ totals: z.looseObject({ passed: z.int() }) });
