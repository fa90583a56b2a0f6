import { afterEach, expect, test } from 'vitest';
import { exampleKeptRun } from '#shared/model/run/kept-run-example.ts';
import { createCase } from '../../data/cases/save-case.ts';
import { commit } from '../../data/commit/commit.ts';
import { judgedRuns, llama } from '../../data/run/cases-scene.ts';
import { saveModel } from '../../data/run/models.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openPanel, type PanelScene, promptId, versionIds } from './version-panel-scene.tsx';

let scene: PanelScene | undefined;
afterEach(() => scene?.close());

test('a version shows the model that its settings name, beside its age', async () => {
  const model = `local/${'long-'.repeat(20)}model`;
  scene = await openPanel({
    async prepare(library) {
      await commit(library, 'saveVersion', {
        ...{ promptId, id: 14, content: 'four', description: 'The fourth', base: 'four' },
        settings: { model, temperature: 0.2 },
      });
    },
  });
  await expect.element(scene.row('Version 4').getByText(model, { exact: true })).toBeVisible();
  expect(scene.row('Version 4').element().textContent).toContain(`Just now · ${model}`);
  expect(scene.row('Version 3').element().textContent).not.toContain('·');
  const row = scene.row('Version 4').element();
  expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth);
});

test('a version shows how many kept runs it has, and leads to them', async () => {
  scene = await openPanel();
  const { library, row, panel, runsShown } = scene;
  const kept = { promptId, versionId: versionIds.second };
  await commit(library, 'keepRun', exampleKeptRun({ id: 31, ...kept }));
  await commit(library, 'keepRun', exampleKeptRun({ id: 32, ...kept }));
  const runs = row('Version 2').getByRole('button', { name: '2 kept runs', exact: true });
  await expect.element(runs).toBeVisible();
  expect(panel.getByRole('button', { name: /kept run/ }).elements()).toHaveLength(1);
  await runs.click();
  await eventually(() => expect(runsShown).toEqual([versionIds.second]));
  await commit(library, 'deleteKeptRun', { promptId, id: 32 });
  await expect
    .element(row('Version 2').getByRole('button', { name: '1 kept run', exact: true }))
    .toBeVisible();
});

test('a version says how its cases stand against the version before it, as far as they were run', async () => {
  scene = await openPanel({
    async prepare(library) {
      await saveModel(library, llama);
      await createCase(library, promptId, { name: 'One' });
      await judgedRuns(library, [true], { promptId, versionId: versionIds.first });
      await judgedRuns(library, [false], { promptId, versionId: versionIds.third });
    },
  });
  const words = 'Cases: 0 better, 1 worse, 0 equal since version 1';
  await expect.element(scene.row('Version 3').getByText(words)).toBeVisible();
  expect(scene.panel.getByText(/^Cases:/).elements()).toHaveLength(1);
});
