import { expect, test } from 'vitest';
import { ModelEntry } from '#shared/model/run/model-entry.ts';
import { draftOf, draftOfPreset, type ModelDraft, readDraft } from './model-draft.ts';
import { presetOf, presets } from './servers.ts';

const draft: ModelDraft = { ...draftOfPreset(presetOf('ollama')), model: 'llama3.2' };

test.each(presets.map((preset) => [preset.server, preset] as const))(
  'the preset %s makes a valid entry, and its form is filled with the same again',
  (_, preset) => {
    const filled = { ...draftOfPreset(preset), name: 'Mine' };
    const typed = {
      ...filled,
      model: filled.model || 'a-model',
      address: filled.address || (preset.kind === 'browser' ? '' : 'https://models.example.com/v1'),
    };
    const read = readDraft(typed, { id: 5 });
    if ('errors' in read) throw new Error(JSON.stringify(read.errors));
    expect(ModelEntry.parse(read.entry)).toEqual(read.entry);
    expect(readDraft(draftOf(read.entry), { id: 5 })).toEqual({ entry: read.entry });
  },
);

test('an entry without a name is called by its model, and its address loses the slash at its end', () => {
  expect(readDraft({ ...draft, address: ' http://localhost:11434/v1/ ' }, { id: 5 })).toEqual({
    entry: {
      ...{ id: 5, name: 'llama3.2', kind: 'openai', server: 'ollama', from: 'device', model: 'llama3.2' },
      ...{ address: 'http://localhost:11434/v1', defaults: {}, price: null, atOnce: 1 },
    },
  });
});

test('defaults that the form does not show stay', () => {
  const before = {
    ...ModelEntry.parse(entryIn(readDraft(draft, { id: 5 }))),
    defaults: { seed: 3, maxTokens: 9 },
  };
  const read = readDraft({ ...draftOf(before), temperature: '0,5', maxTokens: '' }, { id: 5, before });
  expect(entryIn(read)?.defaults).toEqual({ seed: 3, temperature: 0.5 });
});

function entryIn(read: ReturnType<typeof readDraft>): ModelEntry | undefined {
  return 'entry' in read ? read.entry : undefined;
}

test.each<[Partial<ModelDraft>, string[]]>([
  [{ address: 'localhost:11434' }, ['address']],
  [{ address: '' }, ['address']],
  [{ address: 'https://ada@models.example.com/v1' }, ['address']],
  [{ address: 'https://models.example.com/v1?key=secret' }, ['address']],
  [{ model: ' ' }, ['model']],
  [{ name: 'x'.repeat(300) }, ['name']],
  [{ temperature: 'warm' }, ['temperature']],
  [{ maxTokens: '0' }, ['maxTokens']],
  [{ server: 'openai', priceIn: '2' }, ['priceIn']],
  [{ server: 'openai', priceIn: '-2', priceOut: '1' }, ['priceIn']],
  [{ atOnce: '0' }, ['atOnce']],
  [{ atOnce: '1.5' }, ['atOnce']],
])('a field that cannot be read has an error: %o', (change, fields) => {
  const read = readDraft({ ...draft, ...change }, { id: 5 });
  expect('errors' in read && Object.keys(read.errors)).toEqual(fields);
});
