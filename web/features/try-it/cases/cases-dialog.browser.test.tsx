import { createStore, Provider } from 'jotai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { createCase } from '../../../data/cases/save-case.ts';
import { commit } from '../../../data/commit/commit.ts';
import { closeForCommits, reopenForCommits } from '../../../data/database/leaving.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { promptOf } from '../../../data/queries/queries.ts';
import { testCasesOf } from '../../../data/queries/test-case-items.ts';
import { cellRunsOf } from '../../../data/run/cell-runs.ts';
import { saveModel } from '../../../data/run/models.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { createRunEngine } from '../../../run/run-engine.ts';
import { startSchemaWorker } from '../../../run/testing/schema-worker-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import { pageClock } from '../../../ui/clock.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { CasesDialog } from './cases-dialog.tsx';

const promptId = 2;

let drawn: Drawn | undefined;
let library: Library;
let close = () => {};
/** The texts that the endpoint was asked with. */
let asked: string[] = [];

beforeEach(async () => {
  localStorage.clear();
  asked = [];
  await page.viewport(1200, 900);
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', {
    id: promptId,
    title: 'One',
    content: 'Greet {{name}}',
    projectId: 1,
  });
  await saveModel(library, {
    ...{ id: 7, name: 'Local', kind: 'openai', server: 'ollama', from: 'device', model: 'm7' },
    ...{ address: 'http://localhost:11434/v1', defaults: {}, price: null, atOnce: 2 },
  });
});
afterEach(async () => {
  drawn?.close();
  close();
  await deleteLibraryOf(library);
});

const greeting = (text: string) => (text.includes('Bob') ? 'No.' : `Hello ${text.slice('Greet '.length)}`);

/** Finds kind what greets. */
const verdictOn = (text: string) =>
  JSON.stringify({ reason: 'I looked at it.', pass: text.includes('<answer>\nHello') });

/** Answers a greeting, or judges one by a rubric. */
async function endpoint(_input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method !== 'POST') return Response.json({ models: [], today: { tokens: null, cost: null } });
  const body: { messages: { content: string }[] } = JSON.parse(String(init.body));
  const text = body.messages.at(-1)?.content ?? '';
  asked.push(text);
  const content = text.includes('<rubric>') ? verdictOn(text) : greeting(text);
  const part = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: '1', created: 1, model: 'm7', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const stream = `${part({ role: 'assistant', content }, null)}${part({}, 'stop')}data: [DONE]\n\n`;
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}

async function open(): Promise<void> {
  drawn?.close();
  close();
  const engine = createRunEngine({
    startSchemaWorker,
    ...{
      library,
      crypto,
      browser: {},
      base: '',
      device: 'A test',
      clock: pageClock(window),
      now: () => Date.now(),
    },
    page: {
      url: new URL('http://localhost:8787/'),
      ...{ secure: true, isOnline: () => true, localPermission: async () => null, wasRefused: () => false },
    },
    exclusive: (_, task) => task(),
    fetch: endpoint,
  });
  close = engine.close;
  const models = { load: async () => engine, stop: () => {} };
  drawn = draw(
    <Provider store={createStore()}>
      <Lent {...{ library, models }} now={() => Date.now()}>
        <CasesDialog request={{ promptId }} open onClose={() => {}} projectId={null} />
      </Lent>
    </Provider>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Cases' })).toBeVisible();
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const contains = (value: string): JsonValue => ({ type: 'contains', value });

async function haveCases(...names: string[]): Promise<void> {
  for (const name of names) {
    await createCase(library, promptId, { name, values: { name }, checks: [contains('Hello {{name}}')] });
  }
}

test('cases are run by a model, judged, and not run again after the table was closed', async () => {
  await haveCases('Ada', 'Bob');
  await open();
  await button('Run 2').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  await expect.element(page.getByText('1 of 2 passed', { exact: false })).toBeVisible();
  expect(asked.toSorted()).toEqual(['Greet Ada', 'Greet Bob']);

  await open();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await expect.element(button('Run')).toBeDisabled();
  expect(asked).toHaveLength(2);
});

test('what changed is run again, and a changed check is only judged again', async () => {
  await haveCases('Ada', 'Bob');
  await open();
  await button('Run 2').click();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();

  await button('Bob').click();
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('No.');
  await button('Save').click();
  await expect.element(button('Bob, Local: passed, 100%')).toBeVisible();
  await expect.element(button('Run')).toBeDisabled();

  await button('Bob').click();
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Eve');
  await button('Save').click();
  await expect.element(button('Bob, Local: not run')).toBeVisible();
  await button('Run 1').click();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  expect(asked.at(-1)).toBe('Greet Eve');
  expect(asked).toHaveLength(3);
});

test('an expression that never ends is an error of its case, and the others are judged', async () => {
  const endless = { type: 'regex', value: '(a+)+b' };
  const values = { name: 'a'.repeat(60) };
  await createCase(library, promptId, { name: 'Endless', values, checks: [endless] });
  await haveCases('Ada');
  await open();
  await button('Run 2').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await button('Endless, Local: did not pass, 0%').click();
  await expect.element(page.getByText('The check takes too long.', { exact: false })).toBeVisible();
});

test('a case is written by hand, with its checks, deleted and taken back', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'No cases yet' })).toBeVisible();
  await button('New case').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Greets Ada');
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
  await button('Add a check').click();
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('word-count');
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('many');
  await button('Save').click();
  await expect.element(page.getByText('This check cannot be read as it stands.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('{"max": 5}');
  await page.getByRole('checkbox', { name: 'must not hold' }).click();
  // The second click makes no second case.
  await button('Save').dblClick();
  await expect
    .poll(() => testCasesOf(library, promptId))
    .toMatchObject([
      {
        name: 'Greets Ada',
        values: { name: 'Ada' },
        checks: [{ type: 'not-word-count', value: { max: 5 } }],
      },
    ]);
  const [written] = await testCasesOf(library, promptId);
  await button('Greets Ada').click();
  await button('Delete').click();
  await expect.poll(() => testCasesOf(library, promptId)).toEqual([]);
  await button('Undo').click();
  const { values, checks } = written ?? {};
  await expect
    .poll(() => testCasesOf(library, promptId))
    .toMatchObject([{ name: 'Greets Ada', values, checks }]);
});

test('in a small window the cases can be scrolled to, and a cell says by which text it is', async () => {
  await haveCases('Ada', 'Bob', 'Cid');
  await page.viewport(390, 300);
  await open();
  await expect.element(button('Cid, Local: not run')).toHaveAccessibleDescription('Current text');
  await button('Cid').click();
  await expect.element(page.getByRole('dialog', { name: 'Case', exact: true })).toBeVisible();
});

async function haveSets(...names: string[]): Promise<void> {
  const valueSets = names.map((name, place) => ({ id: 90 + place, name, values: { name } }));
  await commit(library, 'setAttributes', { id: promptId, valueSets });
}

test('each value set becomes a case once, in the order of the sets, however often the button is pressed', async () => {
  await haveSets('Ada', 'Bob', 'Cid');
  await open();
  const ofSets = button('One of each value set (3)');
  await ofSets.dblClick();
  await expect.element(ofSets).not.toBeInTheDocument();
  await expect.element(button('Cid')).toBeVisible();
  expect((await testCasesOf(library, promptId)).map(({ name, values }) => [name, values])).toEqual(
    ['Ada', 'Bob', 'Cid'].map((name) => [name, { name }]),
  );
});

test('two presses of a key make one case of each value set', async () => {
  await haveSets('Ada', 'Bob');
  await open();
  await expect.element(button('One of each value set (2)')).toBeVisible();
  const element = button('One of each value set (2)').element();
  if (!(element instanceof HTMLElement)) throw new Error('there is no button');
  element.click();
  element.click();
  await expect.element(button('Bob')).toBeVisible();
  expect(await testCasesOf(library, promptId)).toHaveLength(2);
});

test('value sets that this device does not take become no cases, with a notice, and another press tries it again', async () => {
  await haveSets('Ada', 'Bob');
  await open();
  let isFull = true;
  library.db.testCases.hook('creating', (_, { row }: { row: TestCase }) => {
    if (isFull && row.name === 'Bob') throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await button('One of each value set (2)').click();
  await expect.poll(() => drawn?.toasts).toEqual([expect.stringContaining('Not saved')]);
  expect(await testCasesOf(library, promptId)).toEqual([]);
  isFull = false;
  await closeForCommits(library);
  await button('One of each value set (2)').click();
  await expect.poll(() => drawn?.toasts.at(-1)).toContain('You are being signed out on this device');
  await reopenForCommits(library);
  await button('One of each value set (2)').click();
  await expect.element(button('Bob')).toBeVisible();
  expect(await testCasesOf(library, promptId)).toHaveLength(2);
});

test('a form with words in it asks before it closes, and one without does not', async () => {
  await haveCases('Ada');
  await open();
  const form = page.getByRole('dialog', { name: 'Case', exact: true });
  await button('Ada').click();
  await button('Cancel').click();
  await expect.element(form).not.toBeInTheDocument();
  await button('Ada').click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Why?');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Why?');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(await testCasesOf(library, promptId)).toMatchObject([{ notes: '' }]);
});

async function choose(name: string, text: string): Promise<void> {
  await expect.element(button('From a file…')).toBeVisible();
  const input = page.getByLabelText('File of cases').element();
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no place for a file');
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], name));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const look = () => page.getByRole('dialog', { name: 'Cases from a file' });
const names = async () => (await testCasesOf(library, promptId)).map(({ name }) => name);

test('cases come in from a file after a look at it, once however often, and are taken back together', async () => {
  await open();
  const rows = Array.from({ length: 250 }, (_, index) => `Ada ${index},Hello Ada ${index},mail`);
  const file = `name,__expected,topic,__prefix\n${rows.join(',\n')},x\n`;
  await choose('greetings.csv', file);
  await expect.element(look().getByText('250 cases with 250 checks')).toBeVisible();
  await expect
    .element(look().getByText('No variables of this prompt, but kept for checks: topic.'))
    .toBeVisible();
  await expect.element(look().getByText('Columns that are not read: __prefix.')).toBeVisible();
  expect(await names()).toEqual([]);
  await look().getByRole('button', { name: 'Add 250' }).click();
  await expect.element(look()).not.toBeInTheDocument();
  expect((await names()).slice(0, 3)).toEqual(['greetings 1', 'greetings 2', 'greetings 3']);
  expect(await testCasesOf(library, promptId)).toHaveLength(250);
  await expect.element(button('greetings 1')).toBeVisible();

  await choose('greetings.csv', file);
  await expect.element(look().getByText('250 cases are here already.')).toBeVisible();
  await expect.element(look().getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await look().getByRole('button', { name: 'Cancel' }).click();

  await button('Undo').click();
  await expect.poll(names).toEqual([]);
});

test('a file without cases is named with the reason, and nothing comes in', async () => {
  await open();
  await choose('notes.json', '{"a": 1}');
  await expect.element(look().getByText('notes.json has nothing that is read as a test.')).toBeVisible();
  await look().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(look()).not.toBeInTheDocument();
  expect(await names()).toEqual([]);
});

test('cases go to a file of another tool', async ({ onTestFinished }) => {
  const { prototype } = HTMLAnchorElement;
  const { click } = prototype;
  onTestFinished(() => {
    prototype.click = click;
  });
  const saved: { name: string; text: Promise<string> }[] = [];
  prototype.click = function take() {
    saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
  };
  await haveCases('Ada');
  await open();
  await button('To a file…').click();
  await page.getByRole('menuitem', { name: 'CSV (promptfoo)' }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.name).toBe('One-tests.csv');
  expect(await saved[0]?.text).toBe('name,__expected,__description\r\nAda,contains:Hello {{name}},Ada\r\n');
});

test('a case is moved among the others, and one that is off is not run', async () => {
  await haveCases('Ada', 'Bob', 'Cleo');
  await open();
  await button('Cleo').click();
  await button('Move up').click();
  await expect
    .poll(async () => (await testCasesOf(library, promptId)).map(({ name }) => name))
    .toEqual(['Ada', 'Cleo', 'Bob']);
  await button('Move to the top').click();
  await expect
    .poll(async () => (await testCasesOf(library, promptId)).map(({ name }) => name))
    .toEqual(['Cleo', 'Ada', 'Bob']);
  await expect.element(button('Move to the top')).toBeDisabled();
  await button('Move to the end').click();
  await expect
    .poll(async () => (await testCasesOf(library, promptId)).map(({ name }) => name))
    .toEqual(['Ada', 'Bob', 'Cleo']);
  await page.getByRole('switch', { name: 'Run it with the others' }).click();
  await button('Save').click();
  await button('Run 2').click();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  await expect.element(button('Cleo, Local: not run')).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('a case that is off shows its mark whole beside a name that is cut', async () => {
  const name = 'Greets a person with a very long name who writes in the middle of the night '.repeat(2);
  await createCase(library, promptId, { name: name.trim(), enabled: false });
  await open();
  const mark = page.getByText('off', { exact: true });
  await expect.element(mark).toBeVisible();
  const [element, cut] = [mark.element(), mark.element().previousElementSibling];
  const cell = element.closest('button');
  if (cut === null || cell === null) throw new Error('the mark stands beside no name');
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
  expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(cell.getBoundingClientRect().right);
  expect(cut.scrollWidth).toBeGreaterThan(cut.clientWidth);
});

test('a check that is not judged here is shown, kept as it is, and leaves its case undecided', async () => {
  const script = { type: 'javascript', value: 'output.length < 9', metric: 'short' };
  await createCase(library, promptId, {
    name: 'Ada',
    values: { name: 'Ada' },
    checks: [script, contains('Hello')],
  });
  await open();
  await button('Run 1').click();
  await expect.element(button('Ada, Local: not decided, 100%')).toBeVisible();
  await button('Ada').click();
  await expect.element(page.getByText('Kept as it is, and not judged here:')).toBeVisible();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Why?');
  await userEvent.keyboard('{Control>}{/Control}');
  await button('Save').click();
  await expect
    .poll(async () => (await testCasesOf(library, promptId))[0])
    .toMatchObject({ notes: 'Why?', checks: [script, contains('Hello')] });
});

test('a text is compared with the baseline, case by case, and what got worse comes first', async () => {
  const versionId = library.newId();
  await haveCases('Ada', 'Cleo');
  await commit(library, 'saveVersion', {
    promptId,
    id: versionId,
    content: 'Greet {{name}}',
    description: 'before',
  });
  await commit(library, 'setContent', {
    id: promptId,
    content: 'Greet {{name}} not, as Bob did',
    base: 'Greet {{name}}',
  });
  await createCase(library, promptId, { name: 'Easy', values: { name: 'x' }, checks: [] });
  await open();
  await button(/^Texts/).click();
  await page.getByRole('menuitemcheckbox', { name: /Version 1/ }).click();
  await userEvent.keyboard('{Escape}');
  await button('Run 6').click();
  await expect.element(page.getByText('1 of 3 passed', { exact: false })).toBeVisible();
  await page.getByRole('combobox', { name: 'Baseline' }).selectOptions('Version 1');
  await expect.element(page.getByText('0 better, 2 worse, 1 equal')).toBeVisible();
  await expect.element(button('Ada, Local: did not pass, 0%, worse than before')).toBeVisible();
  expect((await promptOf(library, promptId))?.attributes?.labels).toMatchObject([
    { label: 'baseline', versionId },
  ]);
  await open();
  await expect.element(page.getByText('0 better, 2 worse, 1 equal')).toBeVisible();
  await page.getByRole('combobox', { name: 'Baseline' }).selectOptions('none');
  await expect.element(page.getByText('0 better, 2 worse, 1 equal')).not.toBeInTheDocument();
});

test('a model that a person chooses judges by rubrics, each answer once, and is asked by a press alone', async () => {
  for (const name of ['Ada', 'Bob']) {
    const checks = [{ type: 'llm-rubric', value: 'It is kind to {{name}}.' }];
    await createCase(library, promptId, { name, values: { name }, checks });
  }
  await open();
  await button('Run 2').click();
  await expect.element(button('Ada, Local: not decided')).toBeVisible();
  await expect.element(button('Bob, Local: not decided')).toBeVisible();

  await page.getByLabelText('Judge of rubrics').selectOptions('Local');
  await expect.element(page.getByText('Small models judge badly', { exact: false })).toBeVisible();
  await button('Run 2').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  expect(asked).toHaveLength(4);
  expect(asked.at(-1)).toContain('It is kind to');

  await button('Ada, Local: passed, 100%').click();
  await expect
    .element(page.getByText('A model finds that it meets the rubric. I looked at it.', { exact: false }))
    .toBeVisible();

  await open();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  expect(asked).toHaveLength(4);
});

test('answers that come by a press are judged by their rubrics without another one', async () => {
  const checks = [{ type: 'llm-rubric', value: 'Is kind' }];
  await createCase(library, promptId, { name: 'Ada', values: { name: 'Ada' }, checks });
  await open();
  await page.getByLabelText('Judge of rubrics').selectOptions('Local');
  await button('Run 1').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('the version at which a case stopped to hold is found by halving, and its difference shown', async () => {
  const texts = [
    'Greet {{name}}',
    'Greet {{name}}!',
    'Greet {{name}}?',
    'Shout at {{name}}',
    'Shout to {{name}}',
  ];
  for (const [place, content] of texts.entries()) {
    const version = { promptId, id: 60 + place, content, description: `Text ${place + 1}` };
    await commit(library, 'saveVersion', { ...version, base: texts[place - 1] ?? 'Greet {{name}}' });
  }
  await haveCases('Ada');
  await open();
  await button('Run 1').click();
  await button('Ada, Local: did not pass, 0%').click();
  await page.getByLabelText('It held at').selectOptions('Version 1 · Text 1');
  await button('Find the version that broke it').click();
  await expect.element(page.getByText('Version 4 broke it: it held at version 3.')).toBeVisible();
  expect(asked).toEqual(['Shout to Ada', 'Greet Ada', 'Greet Ada?', 'Shout at Ada']);
  await button('Show the difference').click();
  const difference = page.getByRole('dialog', { name: 'What broke the case' });
  await expect.element(difference).toMatchTextContent(/Greet.*Shout at/);
  // The runs keep their outcome.
  const { judged } = (await cellRunsOf(library, promptId)).find(({ versionId }) => versionId === 63) ?? {};
  expect(judged).toMatchObject({ passed: false });
  await userEvent.keyboard('{Escape}');

  await page.getByLabelText('It held at').selectOptions('Version 4 · Text 4');
  await button('Find the version that broke it').click();
  await expect.element(page.getByText('It fails there as well. Choose an older version.')).toBeVisible();
  expect(asked).toHaveLength(4);
});
