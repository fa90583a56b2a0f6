import { afterEach, expect, test } from 'vitest';
import { exampleKeptRun } from '#shared/model/run/kept-run-example.ts';
import { commit } from '../../data/commit/commit.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openPanel, type PanelScene, promptId, versionIds } from './version-panel-scene.tsx';

let scene: PanelScene | undefined;
afterEach(() => scene?.close());

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
