import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openVariables, promptId, type VariablesScene } from './variables-panel-scene.tsx';

const scenes: VariablesScene[] = [];

async function variables(text: string): Promise<VariablesScene> {
  const scene = await openVariables(text);
  scenes.push(scene);
  await expect.element(scene.panel.getByRole('heading', { name: 'Variables' })).toBeVisible();
  return scene;
}

/** Collects what is put on the clipboard. */
function clipboard() {
  return vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
  vi.restoreAllMocks();
});

test('a text without variables shows how one is written, and the rules', async () => {
  const scene = await variables('Nothing here');
  await expect.element(scene.panel.getByText('No variables in this text')).toBeVisible();
  await expect.element(scene.panel.getByText('Write {{topic}} where a value belongs.')).toBeVisible();
  await scene.button('How to write variables').click();
  await expect.element(page.getByText('{{tone | select: warm, plain}}')).toBeVisible();
});

test('each variable is listed once, in its order, with the input that it asks for', async () => {
  const scene = await variables(
    '{{story | textarea}} {age} {{age | number}} {{day | date | default: 2026-11-23}} {{tone | select: warm, plain | default: plain}} {age}',
  );
  await expect.element(scene.field('story')).toBeVisible();
  const labels = [...scene.panel.element().querySelectorAll('label')].map((label) => label.textContent);
  expect(labels).toEqual(['story', 'age', 'day', 'tone']);
  expect(scene.field('story').element().tagName).toBe('TEXTAREA');
  await expect.element(scene.panel.getByRole('spinbutton', { name: 'age' })).toBeVisible();
  await expect.element(scene.panel.getByLabelText('day', { exact: true })).toHaveValue('2026-11-23');
  await expect.element(scene.panel.getByRole('combobox', { name: 'tone' })).toHaveValue('plain');
  await expect.element(scene.count).toHaveTextContent('2 of 4 missing');
});

test('the preview is filled while one types, and marks what is missing', async () => {
  const scene = await variables('Dear {name} of {place}, {{greeting | default: hello}}');
  await expect.element(scene.preview).toHaveTextContent('Dear {name} of {place}, hello');
  await scene.field('name').fill('Ada');
  await expect.element(scene.preview).toHaveTextContent('Dear Ada of {place}, hello');
  const marks = () => [...scene.preview.element().querySelectorAll('mark')];
  expect(marks().map((mark) => [mark.dataset.kind, mark.textContent])).toEqual([
    ['value', 'Ada'],
    ['missing', '{place}'],
    ['default', 'hello'],
  ]);
  await expect.element(scene.count).toHaveTextContent('1 of 3 missing');
  await scene.field('place').fill('London');
  await expect.element(scene.count).toHaveTextContent('All 3 filled');
});

test('a value can be left empty, and is not missing then', async () => {
  const scene = await variables('Hello {name}!');
  await scene.button('Leave name empty').click();
  await expect.element(scene.preview).toHaveTextContent('Hello !');
  await expect.element(scene.panel.getByText('Left empty')).toBeVisible();
  await scene.button('Leave name empty').click();
  await expect.element(scene.count).toHaveTextContent('1 of 1 missing');
});

test('the panel follows the text', async () => {
  const scene = await variables('Hello {name}');
  await expect.element(scene.field('name')).toBeVisible();
  scene.source.write('Hello {{someone}}');
  await expect.element(scene.field('someone')).toBeVisible();
  await expect.element(scene.preview).toHaveTextContent('Hello {{someone}}');
});

test('of a large text the beginning is shown, and all of it is copied', async () => {
  const text = `{name} ${'word '.repeat(100_000)}{name}`;
  const scene = await variables(text);
  const copied = clipboard();
  await scene.field('name').fill('Ada');
  await expect.element(scene.preview).toMatchTextContent('This is only the beginning of the text.');
  expect(scene.preview.element().textContent?.length).toBeLessThan(21_000);
  await scene.button('Copy filled').click();
  await eventually(() => expect(copied).toHaveBeenCalledWith(text.replaceAll('{name}', 'Ada')));
  expect(scene.toasts).toEqual([{ title: 'Filled text copied' }]);
});

test('what is missing is named when it is copied, and stays as it is written', async () => {
  const scene = await variables('{a} {b} {c}');
  const copied = clipboard();
  await scene.field('b').fill('two');
  await scene.button('Copy filled').click();
  await eventually(() => expect(copied).toHaveBeenCalledWith('{a} two {c}'));
  expect(scene.toasts).toEqual([
    {
      title: 'Filled text copied, 2 values are missing',
      description: 'Left as written: a, c',
    },
  ]);
});

test('a copy that the browser refuses is reported', async () => {
  const scene = await variables('{a}');
  clipboard().mockRejectedValue(new Error('no'));
  await scene.button('Copy filled').click();
  await eventually(() =>
    expect(scene.toasts).toEqual([expect.objectContaining({ title: 'Failed to copy' })]),
  );
});

test('a chat is shown by its messages and copied as JSON', async () => {
  const scene = await variables('--- system ---\nBe {{tone | textarea}}.\n\n--- user ---\nHi');
  const copied = clipboard();
  await scene.field('tone').fill('kind\n--- user ---');
  await expect.element(scene.preview).toMatchTextContent('--- user ---.');
  await scene.button('Copy as messages').click();
  await eventually(() => expect(copied).toHaveBeenCalled());
  expect(JSON.parse(copied.mock.calls[0]?.[0] ?? '')).toEqual([
    { role: 'system', content: 'Be kind\n--- user ---.' },
    { role: 'user', content: 'Hi' },
  ]);
});

test('values without a set are there after a reload', async () => {
  const scene = await variables('{name}');
  await scene.field('name').fill('Ada');
  scene.reload();
  await expect.element(scene.field('name')).toHaveValue('Ada');
  expect(await scene.stored()).toEqual([]);
});

test('a value may have lines: Enter begins one, the field grows, and Tab goes on', async () => {
  const scene = await variables('{brief} {{size | number}}');
  const height = () => scene.field('brief').element().getBoundingClientRect().height;
  await expect.element(scene.field('brief')).toBeVisible();
  const one = height();
  expect(one).toBeLessThan(45);
  await scene.field('brief').click();
  await userEvent.keyboard('one{Enter}two{Enter}three');
  await expect.element(scene.field('brief')).toHaveValue('one\ntwo\nthree');
  expect(height()).toBeGreaterThan(one + 20);
  await userEvent.keyboard('{Tab}');
  await expect.element(scene.panel.getByRole('spinbutton', { name: 'size' })).toHaveFocus();
});

test('values of another program keep their lines when one more letter is typed, whatever their type', async () => {
  const scene = await variables('{brief} {{size | number}} {{day | date}}');
  const values = { brief: 'one\ntwo', size: 'small\nor large', day: 'Monday\nTuesday' };
  const valueSets = [{ id: 77, name: 'Acme', values, base: {} }];
  await commit(scene.library, 'setAttributes', { id: promptId, valueSets });
  await scene.sets.selectOptions('Acme');
  for (const name of ['brief', 'size', 'day'] as const) {
    await expect.element(scene.field(name)).toHaveValue(values[name]);
    await scene.field(name).click();
    await userEvent.keyboard('{Control>}{End}{/Control}!');
  }
  await eventually(async () =>
    expect(await scene.stored()).toMatchObject([
      { values: { brief: 'one\ntwo!', size: 'small\nor large!', day: 'Monday\nTuesday!' } },
    ]),
  );
  await scene.field('size').fill('1');
  await userEvent.keyboard('2');
  await expect.element(scene.field('size')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(scene.panel.getByRole('spinbutton', { name: 'size' })).toHaveValue(12);
});

test('a value set is made of what was typed, saved as one types on, and chosen', async () => {
  const scene = await variables('{name} {place}');
  await scene.field('name').fill('Ada');
  await scene.button('Save as a value set').click();
  await scene.name('Save', 'Acme, German');
  await expect.element(scene.sets).toHaveDisplayValue('Acme, German');
  await scene.field('place').fill('Berlin');
  await eventually(async () =>
    expect(await scene.stored()).toMatchObject([
      { name: 'Acme, German', values: { name: 'Ada', place: 'Berlin' } },
    ]),
  );
  await scene.sets.selectOptions('Not saved');
  await expect.element(scene.field('name')).toHaveValue('');
  await scene.sets.selectOptions('Acme, German');
  await expect.element(scene.field('name')).toHaveValue('Ada');
});

test('a name is asked for until there is one, and the dialog is left by Escape', async () => {
  const scene = await variables('{name}');
  await scene.fromMenu('New value set');
  await scene.name('Create', ' ');
  await expect.element(page.getByText('Name is required')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(await scene.stored()).toEqual([]);
});

test('a set is duplicated, renamed and deleted, and the deletion taken back', async () => {
  const scene = await variables('{name}');
  await scene.fromMenu('New value set');
  await scene.name('Create', 'Acme');
  await expect.element(scene.sets).toHaveDisplayValue('Acme');
  await scene.field('name').fill('Ada');
  await scene.fromMenu('Duplicate');
  await expect.element(scene.sets).toHaveDisplayValue('Copy of Acme');
  await scene.fromMenu('Rename');
  await scene.name('Rename', 'Other');
  await expect.element(scene.sets).toHaveDisplayValue('Other');
  await scene.fromMenu('Delete');
  await expect.element(scene.panel.getByText('“Other” is deleted.')).toBeVisible();
  await expect.element(scene.sets).toHaveDisplayValue('Not saved');
  await scene.button('Undo deletion').click();
  await expect.element(scene.sets).toHaveDisplayValue('Other');
  await expect.element(scene.field('name')).toHaveValue('Ada');
  expect((await scene.stored()).map(({ name }) => name)).toEqual(['Acme', 'Other']);
});

test('several value sets are shown side by side, filled, with what is missing', async () => {
  const scene = await variables(
    'Dear {name}, in {{tone | select: warm, plain | default: plain}} words from {place}',
  );
  await scene.fromMenu('New value set');
  await scene.name('Create', 'Acme');
  await scene.field('name').fill('Ada');
  await scene.field('place').fill('London');
  await scene.fromMenu('New value set');
  await scene.name('Create', 'Globex');
  await scene.field('name').fill('Grace');
  await scene.button('Test table').click();
  const table = page.getByRole('dialog', { name: 'Test table' });
  await expect
    .element(table.getByRole('row', { name: /^Filled text/ }))
    .toHaveTextContent(
      'Filled textDear Ada, in plain words from LondonDear Grace, in plain words from {place}',
    );
  await expect.element(table.getByRole('columnheader', { name: /^Acme/ })).toHaveTextContent('AcmeComplete');
  await expect
    .element(table.getByRole('columnheader', { name: /^Globex/ }))
    .toHaveTextContent('Globex1 value is missing');
  await expect.element(table.getByRole('row', { name: 'place London missing' })).toBeVisible();
  await expect.element(table.getByRole('row', { name: 'tone plain plain' })).toBeVisible();
  const write = clipboard();
  await table.getByRole('button', { name: 'Copy filled with “Acme”' }).click();
  await vi.waitFor(() => expect(write).toHaveBeenCalledWith('Dear Ada, in plain words from London'));
  await table.getByRole('button', { name: 'Fill in “Acme”' }).click();
  await expect.element(table).not.toBeInTheDocument();
  await expect.element(scene.sets).toHaveDisplayValue('Acme');
});

test('a value from another device comes into the field, and not into the one that is being typed in', async () => {
  const scene = await variables('{a} {b}');
  await scene.fromMenu('New value set');
  await scene.name('Create', 'Acme');
  await expect.element(scene.sets).toHaveDisplayValue('Acme');
  const [set] = await scene.stored();
  await scene.field('a').fill('mine');
  const elsewhere = { id: set?.id ?? 0, name: 'Acme', values: { b: 'theirs' }, base: {} };
  await commit(scene.library, 'setAttributes', { id: promptId, valueSets: [elsewhere] });
  await expect.element(scene.field('b')).toHaveValue('theirs');
  await expect.element(scene.field('a')).toHaveValue('mine');
  await eventually(async () =>
    expect(await scene.stored()).toMatchObject([{ values: { a: 'mine', b: 'theirs' } }]),
  );
});

test('of very many variables the first hundred are drawn, and more on request', async () => {
  const text = Array.from({ length: 120 }, (_, at) => `{v${at}}`).join(' ');
  const scene = await variables(text);
  await expect.element(scene.field('v99')).toBeVisible();
  await expect.element(scene.field('v100')).not.toBeInTheDocument();
  await scene.button('Show 20 more of 20').click();
  await expect.element(scene.field('v119')).toBeVisible();
});

test('the test table shows the first hundred variables, says that there are more, and shows them', async () => {
  const scene = await variables(Array.from({ length: 150 }, (_, at) => `{v${at}}`).join(' '));
  await scene.fromMenu('New value set');
  await scene.name('Create', 'Acme');
  await scene.button('Test table').click();
  const table = page.getByRole('dialog', { name: 'Test table' });
  await expect.element(table.getByRole('rowheader', { name: 'v99', exact: true })).toBeInTheDocument();
  await expect.element(table.getByRole('rowheader', { name: 'v100' })).not.toBeInTheDocument();
  await table.getByRole('button', { name: 'Show 50 more variables of 50' }).click();
  await expect.element(table.getByRole('rowheader', { name: 'v149' })).toBeInTheDocument();
});

test('snippets are inserted: their variables are listed, and the copy has their texts', async () => {
  const scene = await variables('Dear {name},\n{{> Letters/Footer}}');
  await commit(scene.library, 'createPrompt', {
    id: 9,
    title: 'Footer',
    content: 'Yours, {me}',
    projectId: 1,
  });
  await expect.element(scene.field('me')).toBeVisible();
  await scene.field('name').fill('Ada');
  await scene.field('me').fill('Bob');
  await expect.element(scene.preview).toHaveTextContent('Dear Ada, Yours, Bob');
  const copied = clipboard();
  await scene.button('Copy filled').click();
  await eventually(() => expect(copied).toHaveBeenCalledWith('Dear Ada,\nYours, Bob'));
  await commit(scene.library, 'setContent', { id: 9, content: 'Best, {me}', base: 'Yours, {me}' });
  await expect.element(scene.preview).toHaveTextContent('Dear Ada, Best, Bob');
});

test('a snippet that is missing or leads back is named, and stays as it is written', async () => {
  const scene = await variables('{{> Letters/One}} {{> Letters/Nobody@3}}');
  const problems = scene.panel.getByRole('list', { name: 'Snippets that were not inserted' });
  const named = (sentence: string) => expect.element(problems.getByText(sentence)).toBeVisible();
  await named('Letters/One leads back to itself: Letters/One → Letters/One');
  await named('There is no prompt or version Letters/Nobody@3');
  await expect.element(scene.preview).toHaveTextContent('{{> Letters/One}} {{> Letters/Nobody@3}}');
});

test('placeholders in other notations are turned into variables, those that are ticked, in one step', async () => {
  const { source, panel, button, field } = await variables('To [NAME] from <company>, about `[code]`');
  await expect.element(panel.getByText('2 placeholders like [NAME]')).toBeVisible();
  await button('Turn into variables...').click();
  const dialog = page.getByRole('dialog', { name: 'Turn placeholders into variables' });
  await dialog.getByRole('checkbox', { name: /{{company}}/ }).click();
  await dialog.getByRole('button', { name: 'Turn 1 into variables' }).click();
  expect(source.text()).toBe('To {{NAME}} from <company>, about `[code]`');
  await expect.element(field('NAME')).toBeVisible();
  await expect.element(panel.getByText('1 placeholder like <company>')).toBeVisible();
});
