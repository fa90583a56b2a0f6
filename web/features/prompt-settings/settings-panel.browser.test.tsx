import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { commit } from '../../data/commit/commit.ts';
import { readUnsent } from '../../data/drafts/unsent.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openSettings, promptId, type SettingsScene } from './settings-panel-scene.tsx';

const scenes: SettingsScene[] = [];

async function settings(stored: PromptSettings = {}): Promise<SettingsScene> {
  const scene = await openSettings(stored);
  scenes.push(scene);
  await expect.element(scene.field('Model')).toBeVisible();
  return scene;
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('each setting is typed into its field and saved', async () => {
  const scene = await settings();
  await expect.element(scene.field('Model')).toHaveAttribute('placeholder', 'Provider’s default');
  await expect.element(scene.field('Temperature')).toHaveAttribute('placeholder', 'Default');
  await scene.field('Model').fill('large');
  await scene.field('Temperature').fill('0,7');
  await scene.field('Maximum tokens').fill('1024');
  await scene.field('Stop texts').fill('END\n\\n');
  await scene.panel.getByRole('combobox', { name: 'Reasoning effort' }).fill('high');
  await scene.panel.getByRole('combobox', { name: 'Answer format' }).selectOptions('JSON');
  await scene.field('Answer schema').fill('{"type": "object", "x": 1.0}');
  await userEvent.tab();
  await eventually(async () => {
    expect(await scene.stored()).toEqual({
      ...{ model: 'large', temperature: 0.7, maxTokens: 1024, stop: ['END', '\n'] },
      ...{ reasoningEffort: 'high', answerFormat: 'json', answerSchema: '{"type": "object", "x": 1.0}' },
    });
  });
});

test('a setting is cleared by its button, and others stay', async () => {
  const scene = await settings({ model: 'large', seed: 7 });
  await expect.element(scene.field('Seed')).toHaveValue('7');
  await scene.panel.getByRole('button', { name: 'Clear Seed' }).click();
  await expect.element(scene.field('Seed')).toHaveValue('');
  await eventually(async () => expect(await scene.stored()).toEqual({ model: 'large' }));
});

test('JSON that is not complete stays in its field over a reload, and is saved once it is', async () => {
  const scene = await settings({ tools: '[]' });
  await scene.field('Tools').fill('[{"name": "find"');
  await userEvent.tab();
  await expect.element(scene.panel.getByText(/^This is no JSON array yet/)).toBeVisible();
  await expect.element(scene.field('Tools')).toHaveAttribute('aria-invalid', 'true');
  expect(await scene.stored()).toEqual({ tools: '[]' });
  expect(await readUnsent(scene.library, localStorage)).toMatchObject({
    settings: [{ promptTitle: 'One', names: ['Tools'] }],
  });
  scene.reload();
  await expect.element(scene.field('Tools')).toHaveValue('[{"name": "find"');
  await scene.field('Tools').fill('[{"name": "find"}]');
  await userEvent.tab();
  await eventually(async () => expect(await scene.stored()).toEqual({ tools: '[{"name": "find"}]' }));
  expect(await readUnsent(scene.library, localStorage)).toMatchObject({ settings: [] });
});

test('settings that are too large together are kept in the field with the reason', async () => {
  const scene = await settings({ more: `{"a": "${'x'.repeat(40_000)}"}` });
  const typed = `[{"a": "${'y'.repeat(40_000)}"}]`;
  await scene.field('Tools').fill(typed);
  await userEvent.tab();
  await expect.element(page.getByText('All settings together hold up to 64 KB.')).toBeVisible();
  await expect.element(scene.field('Tools')).toHaveValue(typed);
});

test('a change of another device is shown, also while another field is being typed into', async () => {
  const scene = await settings({ model: 'small' });
  await scene.field('Tools').fill('[');
  await commit(scene.library, 'setAttributes', { id: promptId, settings: { model: 'theirs' } });
  await expect.element(scene.field('Model')).toHaveValue('theirs');
  await expect.element(scene.field('Tools')).toHaveValue('[');
});

test('of an old version its settings are shown for reading, and whether it has any', async () => {
  const scene = await settings({ model: 'small', answerFormat: 'json' });
  const version = { promptId, content: 'Hi', description: 'd' };
  await commit(scene.library, 'saveVersion', { ...version, id: 20 });
  await commit(scene.library, 'saveVersion', { ...version, id: 21, settings: {} });
  scene.show(20);
  await expect.element(scene.panel.getByText(/^As they were saved with version 1/)).toBeVisible();
  const values = scene.panel.getByRole('definition');
  await expect.element(values.first()).toHaveTextContent('small');
  await expect.element(values.nth(1)).toHaveTextContent('JSON');
  expect(scene.panel.getByRole('textbox').elements()).toEqual([]);
  scene.show(21);
  await expect.element(scene.panel.getByText('No settings were saved with this version')).toBeVisible();
});
