import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createCase, updateCase } from '../../../data/cases/save-case.ts';
import { commit } from '../../../data/commit/commit.ts';
import { promptOf } from '../../../data/queries/queries.ts';
import { cellRunsOf } from '../../../data/run/cell-runs.ts';
import { removeRuns } from '../../../data/run/run-ring.ts';
import { button, casesScene, promptId } from './cases-dialog-scene.tsx';

const scene = casesScene();
const { open, haveCases } = scene;

test('cases are run by a model, judged, and not run again after the table was closed', async () => {
  await haveCases('Ada', 'Bob');
  await open();
  await button('Run 2').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  await expect.element(page.getByText('1 of 2 passed', { exact: false })).toBeVisible();
  expect(scene.asked().toSorted()).toEqual(['Greet Ada', 'Greet Bob']);

  await open();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await expect.element(button('Run')).toBeDisabled();
  expect(scene.asked()).toHaveLength(2);
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
  expect(scene.asked().at(-1)).toBe('Greet Eve');
  expect(scene.asked()).toHaveLength(3);
});

test('an expression that never ends is an error of its case, and the others are judged', async () => {
  const endless = { type: 'regex', value: '(a+)+b' };
  const values = { name: 'a'.repeat(60) };
  await createCase(scene.library(), promptId, { name: 'Endless', values, checks: [endless] });
  await haveCases('Ada');
  await open();
  await button('Run 2').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await button('Endless, Local: did not pass, 0%').click();
  await expect.element(page.getByText('The check takes too long.', { exact: false })).toBeVisible();
});

test('a text is compared with the baseline, case by case, and what got worse comes first', async () => {
  const versionId = scene.library().newId();
  await haveCases('Ada', 'Cleo');
  await commit(scene.library(), 'saveVersion', {
    promptId,
    id: versionId,
    content: 'Greet {{name}}',
    description: 'before',
  });
  await commit(scene.library(), 'setContent', {
    id: promptId,
    content: 'Greet {{name}} not, as Bob did',
    base: 'Greet {{name}}',
  });
  await createCase(scene.library(), promptId, { name: 'Easy', values: { name: 'x' }, checks: [] });
  await open();
  await button(/^Texts/).click();
  await page.getByRole('menuitemcheckbox', { name: /Version 1/ }).click();
  await userEvent.keyboard('{Escape}');
  await button('Run 6').click();
  await expect.element(page.getByText('1 of 3 passed', { exact: false })).toBeVisible();
  await page.getByRole('combobox', { name: 'Baseline' }).selectOptions('Version 1');
  await expect.element(page.getByText('0 better, 2 worse, 1 equal')).toBeVisible();
  await expect.element(button('Ada, Local: did not pass, 0%, worse than before')).toBeVisible();
  expect((await promptOf(scene.library(), promptId))?.attributes?.labels).toMatchObject([
    { label: 'baseline', versionId },
  ]);
  await open();
  await expect.element(page.getByText('0 better, 2 worse, 1 equal')).toBeVisible();
  await page.getByRole('combobox', { name: 'Baseline' }).selectOptions('none');
  await expect.element(page.getByText('0 better, 2 worse, 1 equal')).not.toBeInTheDocument();
});

test('a model that a person chooses judges by rubrics, each answer once, and is scene.asked() by a press alone', async () => {
  for (const name of ['Ada', 'Bob']) {
    const checks = [{ type: 'llm-rubric', value: 'It is kind to {{name}}.' }];
    await createCase(scene.library(), promptId, { name, values: { name }, checks });
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
  expect(scene.asked()).toHaveLength(4);
  expect(scene.asked().at(-1)).toContain('It is kind to');

  await button('Ada, Local: passed, 100%').click();
  await expect
    .element(page.getByText('A model finds that it meets the rubric. I looked at it.', { exact: false }))
    .toBeVisible();

  await open();
  await expect.element(button('Bob, Local: did not pass, 0%')).toBeVisible();
  expect(scene.asked()).toHaveLength(4);
});

test('answers that come by a press are judged by their rubrics without another one', async () => {
  const checks = [{ type: 'llm-rubric', value: 'Is kind' }];
  await createCase(scene.library(), promptId, { name: 'Ada', values: { name: 'Ada' }, checks });
  await open();
  await page.getByLabelText('Judge of rubrics').selectOptions('Local');
  await button('Run 1').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  expect(scene.asked()).toHaveLength(2);
});

test('a reply of the judge that made room is asked for by the next press', async () => {
  const checks = [{ type: 'llm-rubric', value: 'Is kind' }];
  await createCase(scene.library(), promptId, { name: 'Ada', values: { name: 'Ada' }, checks });
  await open();
  await page.getByLabelText('Judge of rubrics').selectOptions('Local');
  await button('Run 1').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  await expect.element(button('Stop')).not.toBeInTheDocument();
  const replies = (await cellRunsOf(scene.library(), promptId)).filter(({ judged }) => judged === null);
  await removeRuns(
    scene.library(),
    replies.map(({ id }) => id),
  );
  const [first] = await scene.cases();
  if (first !== undefined) {
    await updateCase(scene.library(), first, { checks: [...checks, { type: 'contains', value: 'Hello' }] });
  }
  await expect.element(button('Ada, Local: not decided')).toBeVisible();
  await button('Run 1').click();
  await expect.element(button('Ada, Local: passed, 100%')).toBeVisible();
  expect(scene.asked()).toHaveLength(3);
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
    await commit(scene.library(), 'saveVersion', { ...version, base: texts[place - 1] ?? 'Greet {{name}}' });
  }
  await haveCases('Ada');
  await open();
  await button('Run 1').click();
  await button('Ada, Local: did not pass, 0%').click();
  await page.getByLabelText('It held at').selectOptions('Version 1 · Text 1');
  await button('Find the version that broke it').click();
  await expect.element(page.getByText('Version 4 broke it: it held at version 3.')).toBeVisible();
  expect(scene.asked()).toEqual(['Shout to Ada', 'Greet Ada', 'Greet Ada?', 'Shout at Ada']);
  await button('Show the difference').click();
  const difference = page.getByRole('dialog', { name: 'What broke the case' });
  await expect.element(difference).toMatchTextContent(/Greet.*Shout at/);
  // The runs keep their outcome.
  const { judged } =
    (await cellRunsOf(scene.library(), promptId)).find(({ versionId }) => versionId === 63) ?? {};
  expect(judged).toMatchObject({ passed: false });
  await userEvent.keyboard('{Escape}');

  await page.getByLabelText('It held at').selectOptions('Version 4 · Text 4');
  await button('Find the version that broke it').click();
  await expect.element(page.getByText('It fails there as well. Choose an older version.')).toBeVisible();
  expect(scene.asked()).toHaveLength(4);
});
