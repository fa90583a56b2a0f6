/**
 * Holds "Try it" to a real llama.cpp, without the node of Promptory and without a network but this machine: what is shown
 * is what the engine answers to the same request.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { spawnPromptory } from '../../sync-server/testing/run-promptory.ts';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { openPanel, press } from '../screens/screens.ts';
import { keptModelParts, modelParts } from '../stage/kept-parts.ts';
import { expect } from '../stage/stage.ts';
import { everythingIsSynced, openPrompt, signUp, workspaceIsOpen } from '../stage/workspace.ts';
import { addTinyModel, allowedOrigin, answerSchema, answerTo, obeysSchema, test } from './engine-stage.ts';
import type { Endpoint } from './openai-endpoint.ts';

const body = { model: 'tiny', messages: [{ role: 'user', content: 'Write short sentences.' }] };

test('the same seed gives the same text, and another seed another one', async ({ endpoint }) => {
  const ask = (seed: number) => answerTo(endpoint, { ...body, seed });
  const [one, same, other] = [await ask(7), await ask(7), await ask(8)];
  expect(one).not.toBe('');
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

test('answers obey a JSON schema, and are none without it', async ({ endpoint }) => {
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema: answerSchema } };
  for (const seed of [1, 2, 3, 4, 5]) {
    expect(obeysSchema(await answerTo(endpoint, { ...body, seed, response_format: format }))).toBe(true);
    expect(obeysSchema(await answerTo(endpoint, { ...body, seed }))).toBe(false);
  }
});

test('a page from elsewhere calls the endpoint only where its origin is named', async ({ endpoint }) => {
  const from = (origin: string) => fetch(`${endpoint.address}/models`, { headers: { origin } });
  expect((await from('https://elsewhere.example')).status).toBe(403);
  expect((await from(allowedOrigin)).headers.get('access-control-allow-origin')).toBe(allowedOrigin);
});

test('the command line tool prints the answer to a file, without a server', async ({ endpoint }) => {
  using folder = temporaryFolder();
  const settings = 'settings:\n  seed: 7\n  maxTokens: 50\n';
  writeFileSync(join(folder.path, 'Style.md'), `---\npromptory: prompt\n${settings}---\nBe brief, {{name}}.`);
  const args = ['run', 'Style.md', '--address', endpoint.address, '--model', 'tiny', '--var', 'name=Ada'];
  const ended = await spawnPromptory({ INIT_CWD: folder.path }, [...args, '--json']);
  expect(ended.code, ended.err).toBe(0);
  const sent = endpoint.requests.at(-1) ?? {};
  expect(sent).toMatchObject({ seed: 7, messages: [{ role: 'user', content: 'Be brief, Ada.' }] });
  expect(JSON.parse(ended.out)).toMatchObject({
    answer: await answerTo(endpoint, sent),
    tokens: { out: expect.any(Number) },
  });
});

type Sample = {
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
};

const seeded = { Seed: '7', 'Maximum tokens': '300' };
const samples: readonly Sample[] = [
  { title: 'Reply to a customer', values: { question: 'Are you open on Sunday?' }, settings: seeded },
  { title: 'Plan a week', values: { tasks: 'Write the report, buy bread' }, settings: seeded },
  {
    title: 'Summarise a thread',
    values: { thread: 'Ada: ship it. Grace: not yet.' },
    settings: { ...seeded, 'Answer schema': JSON.stringify(answerSchema) },
  },
];

test('answers to the sample prompts stream into "Try it" while nothing but this machine is there', async ({
  endpoint,
  newDevice,
  person,
  server,
}) => {
  const { page, context, appIsKept } = await newDevice();
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') elsewhere.push(request.url());
  });
  await signUp(page, person);
  await press(page, 'Try a sample project');
  await everythingIsSynced(page);
  await appIsKept();
  await expect.poll(() => keptModelParts(page)).toEqual(modelParts);
  await server.stop();
  await page.reload();
  await workspaceIsOpen(page);
  await addTinyModel(page, endpoint);
  for (const sample of samples) {
    await test.step(sample.title, () => tried(page, sample, endpoint));
  }
  expect(elsewhere).toEqual([]);
});

async function tried(page: Page, { title, values, settings }: Sample, endpoint: Endpoint): Promise<void> {
  await openPrompt(page, title);
  await openPanel(page, 'Variables');
  const fields = (panel: string) => page.getByRole('complementary', { name: panel });
  for (const [name, value] of Object.entries(values)) {
    await fields('Variables').getByRole('textbox', { name, exact: true }).fill(value);
  }
  await openPanel(page, 'Settings');
  const isJson = 'Answer schema' in settings;
  if (isJson) await fields('Settings').getByLabel('Answer format').selectOption('JSON');
  for (const [name, text] of Object.entries(settings)) await fields('Settings').getByLabel(name).fill(text);
  await press(page, 'Try it');
  const panel = fields('Try it');
  await showAsSource(panel);
  const drawn = panel.evaluate(textsUntilItEnds);
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  const texts = await drawn;
  const sent = endpoint.requests.at(-1) ?? {};
  for (const value of Object.values(values)) expect(JSON.stringify(sent)).toContain(value);
  const answer = await answerTo(endpoint, sent);
  expect(obeysSchema(answer)).toBe(isJson);
  const card = panel.getByRole('list', { name: 'Answers' }).getByRole('listitem');
  expect(await card.textContent()).toContain(answer);
  const begun = texts.filter((text) => text.includes(answer.slice(0, 5)) && !text.includes(answer));
  expect(begun, 'what was drawn of the answer before its end').not.toEqual([]);
  await press(page, 'Hide Try it');
}

async function showAsSource(panel: Locator): Promise<void> {
  const asSource = panel.getByRole('button', { name: 'Show answers as source' });
  const asMarkdown = panel.getByRole('button', { name: 'Show answers as Markdown' });
  await expect(asSource.or(asMarkdown)).toBeVisible();
  if (await asSource.isVisible()) await asSource.click();
}

/** Runs in the page: what the panel showed in each frame, until the answer is whole. */
async function textsUntilItEnds(panel: Element): Promise<string[]> {
  const texts = new Set<string>();
  const isBusy = () => panel.querySelector('li[aria-busy=true]') !== null;
  while (!isBusy()) await new Promise(requestAnimationFrame);
  while (isBusy()) {
    texts.add(panel.textContent ?? '');
    await new Promise(requestAnimationFrame);
  }
  return [...texts];
}
