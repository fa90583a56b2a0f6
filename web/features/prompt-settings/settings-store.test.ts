import { expect, test } from 'vitest';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
} from '../../data/testing/server-rows-scene.ts';
import { manualClock } from '../../ui/testing/manual-clock.ts';
import { createSettingsStore, shownField } from './settings-store.ts';

test('a field shows what was typed at each moment of its saving, and what is typed meanwhile', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ id: 1 })]);
  const store = createSettingsStore({ library, promptId: 1, clock: manualClock() });
  const stop = store.start();
  await store.flush();
  const formats: string[] = [];
  const schemas: string[] = [];
  store.type('answerFormat', 'json');
  store.subscribe(() => {
    formats.push(shownField(store.state(), 'answerFormat').text);
    schemas.push(shownField(store.state(), 'answerSchema').text);
    if (schemas.length === 1) store.type('answerSchema', '{}');
  });
  await store.flush();
  await store.flush();
  expect(new Set(formats)).toEqual(new Set(['json']));
  expect(schemas.slice(1).every((text) => text === '{}')).toBe(true);
  expect((await library.db.prompts.get(1))?.row.attributes?.settings).toEqual({
    ...{ answerFormat: 'json', answerSchema: '{}' },
  });
  stop();
});
