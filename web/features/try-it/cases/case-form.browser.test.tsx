import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { createCase } from '../../../data/cases/save-case.ts';
import { commit } from '../../../data/commit/commit.ts';
import { closeForCommits, reopenForCommits } from '../../../data/database/leaving.ts';
import { button, casesScene, contains, promptId } from './cases-dialog-scene.tsx';

const scene = casesScene();
const { open, haveCases } = scene;

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
    .poll(() => scene.cases())
    .toMatchObject([
      {
        name: 'Greets Ada',
        values: { name: 'Ada' },
        checks: [{ type: 'not-word-count', value: { max: 5 } }],
      },
    ]);
  const [written] = await scene.cases();
  await button('Greets Ada').click();
  await button('Delete').click();
  await expect.poll(() => scene.cases()).toEqual([]);
  await button('Undo').click();
  const { values, checks } = written ?? {};
  await expect.poll(() => scene.cases()).toMatchObject([{ name: 'Greets Ada', values, checks }]);
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
  await commit(scene.library(), 'setAttributes', { id: promptId, valueSets });
}

test('each value set becomes a case once, in the order of the sets, however often the button is pressed', async () => {
  await haveSets('Ada', 'Bob', 'Cid');
  await open();
  const ofSets = button('One of each value set (3)');
  await ofSets.dblClick();
  await expect.element(ofSets).not.toBeInTheDocument();
  await expect.element(button('Cid')).toBeVisible();
  expect((await scene.cases()).map(({ name, values }) => [name, values])).toEqual(
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
  expect(await scene.cases()).toHaveLength(2);
});

test('value sets that this device does not take become no cases, with a notice, and another press tries it again', async () => {
  await haveSets('Ada', 'Bob');
  await open();
  let isFull = true;
  scene.library().db.testCases.hook('creating', (_, { row }: { row: TestCase }) => {
    if (isFull && row.name === 'Bob') throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await button('One of each value set (2)').click();
  await expect.poll(() => scene.toasts()).toEqual([expect.stringContaining('Not saved')]);
  expect(await scene.cases()).toEqual([]);
  isFull = false;
  await closeForCommits(scene.library());
  await button('One of each value set (2)').click();
  await expect.poll(() => scene.toasts()?.at(-1)).toContain('You are being signed out on this device');
  await reopenForCommits(scene.library());
  await button('One of each value set (2)').click();
  await expect.element(button('Bob')).toBeVisible();
  expect(await scene.cases()).toHaveLength(2);
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
  expect(await scene.cases()).toMatchObject([{ notes: '' }]);
});

test('a case is moved among the others, and one that is off is not run', async () => {
  await haveCases('Ada', 'Bob', 'Cleo');
  await open();
  await button('Cleo').click();
  await button('Move up').click();
  await expect
    .poll(async () => (await scene.cases()).map(({ name }) => name))
    .toEqual(['Ada', 'Cleo', 'Bob']);
  await button('Move to the top').click();
  await expect
    .poll(async () => (await scene.cases()).map(({ name }) => name))
    .toEqual(['Cleo', 'Ada', 'Bob']);
  await expect.element(button('Move to the top')).toBeDisabled();
  await button('Move to the end').click();
  await expect
    .poll(async () => (await scene.cases()).map(({ name }) => name))
    .toEqual(['Ada', 'Bob', 'Cleo']);
  await page.getByRole('switch', { name: 'Run it with the others' }).click();
  await button('Save').click();
  await button('Run 2').click();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  await expect.element(button('Cleo, Local: not run')).toBeVisible();
  expect(scene.asked()).toHaveLength(2);
});

test('a case that is off shows its mark whole beside a name that is cut', async () => {
  const name = 'Greets a person with a very long name who writes in the middle of the night '.repeat(2);
  await createCase(scene.library(), promptId, { name: name.trim(), enabled: false });
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
  await createCase(scene.library(), promptId, {
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
    .poll(async () => (await scene.cases())[0])
    .toMatchObject({ notes: 'Why?', checks: [script, contains('Hello')] });
});
