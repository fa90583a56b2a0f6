import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { testCasesOf } from '../../data/queries/test-case-items.ts';
import { addResource } from '../../data/resources/resources.ts';
import { rateRun, readRun, runsOfPrompt } from '../../data/run/run-ring.ts';
import { answering, answers, button, entry, promptId, tryItScene } from './try-it-scene.tsx';

const scene = tryItScene();
const { open } = scene;

test('a person without a model is led to one, in three steps that name this origin', async () => {
  await open('Hello', () => new Response(), { entries: [] });
  await expect.element(page.getByText(`OLLAMA_ORIGINS=${window.location.origin} ollama serve`)).toBeVisible();
  await button('Add a model').click();
  expect(scene.opened()).toBe(1);
});

test('a run sends the filled text, shows the answer as it comes, and is kept with its figures', async () => {
  const stream = answering();
  const asked = await open('Dear {{name | default: Ada}},', () => stream.response);
  await button('Run').click();
  await expect.element(answers).toMatchTextContent('Waits for the model');
  await expect
    .poll(() => asked[0])
    .toMatchObject({
      url: 'http://localhost:11434/v7/chat/completions',
      body: { model: 'm7', stream: true, messages: [{ role: 'user', content: 'Dear Ada,' }] },
    });
  stream.thinks('Be kind.');
  stream.says('Good ');
  await expect.element(answers).toMatchTextContent(/Answering.*Good/);
  stream.says('day');
  stream.ends();
  await expect.element(answers).toMatchTextContent(/11 tokens in · 3 tokens out.*Good day/);
  await button('Reasoning').click();
  await expect.element(page.getByText('Be kind.')).toBeVisible();
  const [head] = await runsOfPrompt(scene.library(), promptId);
  expect(head).toMatchObject({ state: 'done', versionId: null, usage: { inputTokens: 11, outputTokens: 3 } });
  expect(await readRun(scene.library(), head?.id ?? 0)).toMatchObject({
    answer: 'Good day',
    reasoning: 'Be kind.',
  });
});

test('a variable without a value is named first, and the person decides', async () => {
  const stream = answering();
  const asked = await open('Dear {{name}} of {{town}}', () => stream.response);
  await button('Run').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Without a value: name, town');
  expect(asked).toEqual([]);
  await button('Run anyway').click();
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
});

test('two models answer side by side, and Stop ends a run with what came', async () => {
  const streams = new Map([
    ['v7', answering()],
    ['v8', answering()],
  ]);
  const streamFor = (url: string) => streams.get(url.includes('/v7/') ? 'v7' : 'v8');
  const asked = await open('Hello', ({ url }) => streamFor(url)?.response ?? new Response(), {
    entries: [entry(7), entry(8)],
  });
  await page.getByRole('button', { name: /^Models/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Model 8' }).click();
  await userEvent.keyboard('{Escape}');
  await button('Run 2').click();
  await expect.poll(() => asked.length).toBe(2);
  streams.get('v7')?.says('Seven');
  streams.get('v8')?.says('Eight');
  await expect.element(answers.nth(0)).toMatchTextContent('Seven');
  await expect.element(answers.nth(1)).toMatchTextContent('Eight');
  await button('Stop all').click();
  await expect.element(answers.nth(0)).toMatchTextContent(/Stopped.*Seven/);
  expect(asked.every(({ signal }) => signal?.aborted)).toBe(true);
  await expect
    .poll(async () => (await runsOfPrompt(scene.library(), promptId)).map(({ state }) => state))
    .toEqual(['stopped', 'stopped']);
});

test('a node that does not answer keeps nobody from a model of this device', async () => {
  const stream = answering();
  const never = new Promise<Response>(() => {});
  const asked = await open('Hello', () => stream.response, { node: () => never });
  await button('Run').click();
  await expect.poll(() => asked.length).toBe(1);
});

test('a failure is one sentence with its remedy, and the run can be made again', async () => {
  const stream = answering();
  let isRefused = true;
  const refusal = () => Response.json({ error: { message: 'model "m7" not found' } }, { status: 404 });
  await open('Hello', () => (isRefused ? refusal() : stream.response));
  await button('Run').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The endpoint has no model m7.');
  isRefused = false;
  await button('Run again').click();
  stream.says('Here');
  stream.ends();
  await expect.element(answers).toMatchTextContent('Here');
  await expect.poll(() => page.getByRole('alert').elements()).toEqual([]);
});

test('a chat goes on by hand, and a tool call is answered by hand', async () => {
  const streams = [answering(), answering(), answering()];
  const asked = await open('Hello', () => streams[asked.length - 1]?.response ?? new Response());
  await button('Run').click();
  streams[0]?.says('Where?');
  streams[0]?.ends();
  await page.getByRole('textbox', { name: 'Next message' }).fill('In Bonn');
  await button('Send').click();
  await expect
    .poll(() => asked[1]?.body.messages)
    .toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Where?' },
      { role: 'user', content: 'In Bonn' },
    ]);
  await expect.element(answers).toHaveFocus();
  streams[1]?.calls('weather', '{"town":"Bonn"}');
  streams[1]?.ends('tool_calls');
  await expect.element(answers).toMatchTextContent(/Calls weather.*"town":"Bonn"/);
  await page.getByRole('textbox', { name: 'Result of weather' }).fill('Rain');
  await button('Send results').click();
  await expect
    .poll(() => asked[2]?.body.messages)
    .toMatchObject([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Where?' },
      { role: 'user', content: 'In Bonn' },
      { role: 'assistant', tool_calls: [{ function: { name: 'weather', arguments: '{"town":"Bonn"}' } }] },
      { role: 'tool', content: 'Rain', tool_call_id: 'call-1' },
    ]);
});

test('an answer is rated, and an earlier run is found, opened and removed', async () => {
  const streams = [answering(), answering()];
  const asked = await open('Hello', () => streams[asked.length - 1]?.response ?? new Response());
  await button('Run').click();
  streams[0]?.says('First answer');
  streams[0]?.ends();
  await button('Better').click();
  await page.getByRole('radio', { name: '4 stars' }).click({ force: true });
  await page.getByRole('textbox', { name: 'Note about this answer' }).fill('kind');
  await userEvent.tab();
  const rated = { verdict: 'better', stars: 4, note: 'kind' };
  await expect.poll(async () => (await runsOfPrompt(scene.library(), promptId))[0]?.rating).toEqual(rated);
  await button('Run').click();
  streams[1]?.says('Second answer');
  streams[1]?.ends();
  await expect.element(answers).toMatchTextContent('Second answer');
  await button('Earlier runs (1)').click();
  const earlier = page.getByRole('list', { name: 'Earlier runs' });
  await expect.element(earlier).toMatchTextContent(/Model 7 · Current text.*Better.*First answer/);
  await earlier.getByRole('button', { name: 'Remove run' }).click();
  await expect.poll(async () => (await runsOfPrompt(scene.library(), promptId)).length).toBe(1);
});

test('a run is made a case, with its values and a check that its answer is met again', async () => {
  const stream = answering();
  await open('Hello', () => stream.response);
  await button('Run').click();
  stream.says('Good day');
  stream.ends();
  await button('Make this a case').click();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Good day');
  await button('Save').click();
  await expect
    .poll(() => testCasesOf(scene.library(), promptId))
    .toMatchObject([
      { name: 'Good day', checks: [{ type: 'promptory:ngram-similarity', value: 'Good day' }] },
    ]);
  await expect.element(button('Make this a case')).toHaveFocus();
});

test('the form of a case that is made of a run keeps its words while the run changes', async () => {
  const stream = answering();
  await open('Hello', () => stream.response);
  await button('Run').click();
  stream.says('Good day');
  stream.ends();
  await button('Make this a case').click();
  const form = page.getByRole('dialog', { name: 'New case' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Greets');
  await expect.poll(() => runsOfPrompt(scene.library(), promptId)).toMatchObject([{ state: 'done' }]);
  const [run] = await runsOfPrompt(scene.library(), promptId);
  await rateRun(scene.library(), run?.id ?? 0, { verdict: 'better' });
  await expect
    .poll(() => document.querySelector('[aria-label="Better"]')?.getAttribute('aria-pressed'))
    .toBe('true');
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Greets');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => testCasesOf(scene.library(), promptId)).toMatchObject([{ name: 'Greets' }]);
});

test('the answer of a text that is changed later is named as that of an earlier text', async () => {
  const stream = answering();
  await open('Hello', () => stream.response);
  await button('Run').click();
  stream.says('First answer');
  stream.ends();
  await expect.element(answers).toHaveAccessibleName('Model 7 · Current text');
  await commit(scene.library(), 'setContent', { id: promptId, content: 'Hello again', base: 'Hello' });
  await expect.element(answers).toHaveAccessibleName('Model 7 · Earlier text');
});

test('two answers are compared, and a text file of the project goes with the message', async () => {
  const streams = [answering(), answering()];
  const file = new File(['Bonn lies on the Rhine.'], 'facts.md', { type: 'text/markdown' });
  expect(
    await addResource(scene.library(), { projectId: 1, file, name: 'facts.md', description: '' }),
  ).toMatchObject({ ok: true });
  const asked = await open('Hello', () => streams[asked.length - 1]?.response ?? new Response(), {
    entries: [entry(7), entry(8)],
  });
  await page.getByRole('button', { name: /^Models/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Model 8' }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: /^Files/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'facts.md' }).click();
  await userEvent.keyboard('{Escape}');
  await button('Run 2').click();
  await expect.poll(() => asked.length).toBe(2);
  const sent = 'Hello\n\nfacts.md:\n\n```\nBonn lies on the Rhine.\n```';
  expect(asked[0]?.body.messages).toEqual([{ role: 'user', content: sent }]);
  for (const [place, words] of ['A kind answer', 'A short answer'].entries()) {
    streams[place]?.says(words);
    streams[place]?.ends();
  }
  await button('Compare with the first answer').click();
  const dialog = page.getByRole('dialog', { name: 'Compare answers' });
  await expect.element(dialog).toMatchTextContent(/Model 7 · Current text.*Model 8 · Current text/);
  await expect.element(dialog).toMatchTextContent(/kind.*short/);
});
