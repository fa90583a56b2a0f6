import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createCase } from '../../data/cases/save-case.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { judgedRuns, llama } from '../../data/run/cases-scene.ts';
import { removeModel, saveModel } from '../../data/run/models.ts';
import { noModels } from '../../session/no-models-scene.ts';
import { openPanel, promptId, versionIds } from './version-panel-scene.tsx';

let scene: Awaited<ReturnType<typeof openPanel>> | undefined;
afterEach(() => scene?.close());

async function opened(
  prepare: (library: Library) => Promise<unknown> = async () => {},
  more: Pick<Parameters<typeof openPanel>[0] & object, 'models'> = {},
) {
  scene = await openPanel({
    ...more,
    prepare: async (library) => {
      await saveModel(library, llama);
      for (const name of ['One', 'Two']) await createCase(library, promptId, { name });
      await prepare(library);
    },
  });
  await openDialog();
  return scene;
}

async function openDialog(): Promise<void> {
  await page.getByRole('button', { name: 'Labels of version 2' }).click();
  await page.getByRole('menuitem', { name: 'Other...' }).click();
}

const asking = (library: Library) =>
  commit(library, 'setAttributes', {
    id: promptId,
    labelRules: [{ label: 'production', asks: { share: 1, model: 'llama3' } }],
  });
const ran = (library: Library, passed: boolean[]) =>
  judgedRuns(library, passed, { promptId, versionId: versionIds.second });
const dialog = page.getByRole('dialog', { name: 'Labels of Version 2' });
const production = dialog.getByRole('checkbox', { name: /^production/ });
const log = dialog.getByRole('region', { name: 'Moves of labels' });
const movesOf = async (library: Library) => (await promptOf(library, promptId))?.attributes?.labels?.[0];

test('a label is made to ask for proof, and to ask for nothing', async () => {
  const { library } = await opened();
  const rule = page.getByRole('dialog', { name: 'Ask for proof' });
  await dialog.getByRole('button', { name: 'Ask for proof...' }).click();
  const share = rule.getByRole('textbox', { name: 'Cases that have to hold, in percent' });
  await share.fill('120');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect.element(rule.getByText('A number above 0, up to 100.')).toBeVisible();
  await share.fill('90');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(dialog.getByText('"production" asks that 90% of the cases hold on llama3.'))
    .toBeVisible();
  expect(await movesOf(library)).toMatchObject({ asks: { share: 0.9, model: 'llama3' } });
  await dialog.getByRole('button', { name: 'Ask for proof...' }).click();
  await expect.element(share).toHaveValue('90');
  await rule.getByRole('button', { name: 'Ask for nothing' }).click();
  await expect.element(dialog.getByText(/asks that/)).not.toBeInTheDocument();
  expect(await movesOf(library)).toBeUndefined();
});

test('a rule may name a model of the server', async () => {
  const served = { ...llama, id: 99, name: 'House model' };
  const { library } = await opened(undefined, {
    models: { ...noModels, load: async () => ({ nodeModels: async () => [served] }) as never },
  });
  await dialog.getByRole('button', { name: 'Ask for proof...' }).click();
  const rule = page.getByRole('dialog', { name: 'Ask for proof' });
  await rule.getByRole('combobox', { name: 'Model' }).selectOptions('House model');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/asks that all of the cases hold on House model/)).toBeVisible();
  expect(await movesOf(library)).toMatchObject({ asks: { model: 'House model' } });
});

test('a version that is not proved enough gets the label with a reason alone, which the log shows', async () => {
  const { library, casesShown } = await opened(async (prepared) => {
    await asking(prepared);
    await ran(prepared, [false, false]);
  });
  await expect.element(dialog.getByText('0 of 2 hold on llama3 for version 2: not enough')).toBeVisible();
  await production.click();
  await expect.element(dialog.getByText(/This label asks for proof/)).toBeVisible();
  expect(await movesOf(library)).toMatchObject({ versionId: null });
  await dialog.getByRole('button', { name: 'Move anyway...' }).click();
  const anyway = page.getByRole('dialog', { name: 'Move "production" without proof' });
  await anyway.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.element(anyway.getByText('A reason has up to 500 characters.')).toBeVisible();
  await anyway.getByRole('textbox', { name: 'Reason' }).fill('Outage of the old model');
  await anyway.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.element(log).toMatchTextContent('Without proof: Outage of the old model');
  expect(await movesOf(library)).toMatchObject({ versionId: versionIds.second });
  await dialog.getByRole('button', { name: 'Show the cases' }).click();
  expect(casesShown).toEqual([versionIds.second]);
});

test('a version whose cases hold gets the label by one press, with the proof', async () => {
  const { library } = await opened(async (prepared) => {
    await asking(prepared);
    await ran(prepared, [true, true]);
  });
  await expect.element(dialog.getByText('2 of 2 hold on llama3 for version 2: enough')).toBeVisible();
  await production.click();
  await expect.element(production).toBeChecked();
  await expect.element(log).toMatchTextContent('2 of 2 cases held on llama3.');
  expect(await movesOf(library)).toMatchObject({
    moves: [{ proof: { held: 2, total: 2, model: 'llama3' } }],
  });
});

test.each([
  ['with a reason', asking, { override: 'In a hurry' }, async () => {}],
  ['before it asked', async () => {}, {}, asking],
])('a label that came to the version %s gets the proof of the runs that hold by now', async (...given) => {
  const [_how, before, reason, after] = given;
  const move = { label: 'production', versionId: versionIds.second, from: null, device: 'A', ...reason };
  const { library } = await opened(async (prepared) => {
    await before(prepared);
    await commit(prepared, 'setAttributes', { id: promptId, labels: [move] });
    await after(prepared);
    await ran(prepared, [true, true]);
  });
  await dialog.getByRole('button', { name: 'Keep this proof' }).click();
  await expect.element(log).toMatchTextContent('2 of 2 cases held on llama3.');
  await expect.element(dialog.getByRole('button', { name: 'Keep this proof' })).not.toBeInTheDocument();
  await expect.element(production).toBeChecked();
  expect(await movesOf(library)).toMatchObject({
    versionId: versionIds.second,
    moves: [{ proof: { held: 2, total: 2 } }, { versionId: versionIds.second }],
  });
});

test('a proof that is gone when it is to be kept is not said to be', async () => {
  const models = { ...noModels, load: async () => ({ nodeModels: async () => [] }) as never };
  const { library } = await opened(
    async (prepared) => {
      await asking(prepared);
      const move = { label: 'production', versionId: versionIds.second, from: null, device: 'A' };
      await commit(prepared, 'setAttributes', {
        id: promptId,
        labels: [{ ...move, override: 'In a hurry' }],
      });
      await ran(prepared, [true, true]);
    },
    { models },
  );
  const keep = dialog.getByRole('button', { name: 'Keep this proof' });
  await expect.element(keep).toBeVisible();
  await removeModel(library, llama.id);
  await keep.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('The runs of this device do not prove this version.');
  expect((await movesOf(library))?.moves).toHaveLength(1);
});
