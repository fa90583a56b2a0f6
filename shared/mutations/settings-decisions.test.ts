/** Tests what mutations decide about settings: of a prompt, of a version, and where two devices wrote them. */
import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { context, decided, merging, project, prompt, rebased, version } from './decisions-scene.ts';
import type { ApplyContext } from './mutation.ts';
import { bind, type MutationName } from './registry.ts';
import { RowSet } from './row-set.ts';

const having = (settings: PromptSettings, content = 'text') =>
  prompt({}, { content, attributes: { settings, tags: ['t'] } });

/** Returns the settings of each row that is written. */
function written(
  name: MutationName,
  args: Record<string, unknown>,
  rows: readonly Stored[],
  how: ApplyContext = context,
) {
  const bound = bind(name, args);
  if (!bound.ok) throw new Error('the example is not valid');
  const decision = bound.mutation.apply(new RowSet([project(), ...rows]), how);
  if (!decision.ok) return decision.code;
  return decision.writes.map((write) => {
    if (write.kind !== 'put') return write.kind;
    if (write.type === 'prompt') return ['prompt', write.row.attributes?.settings];
    return write.type === 'version' ? [write.id, write.row.settings] : write.type;
  });
}

const change = (settings: object, more = {}) => ({ id: 2, settings, ...more });

describe('a change of a prompt’s settings', () => {
  test('writes the fields that it names, removes those that are null, and leaves the rest', () => {
    const rows = [having({ model: 'a', seed: 1 })];
    expect(written('setAttributes', change({ seed: null, topP: 0.5 }), rows)).toEqual([
      ['prompt', { model: 'a', topP: 0.5 }],
    ]);
  });

  test('takes the field away with the last setting, and writes nothing where nothing changes', () => {
    const rows = [having({ seed: 1 })];
    expect(written('setAttributes', change({ seed: null }), rows)).toEqual([['prompt', undefined]]);
    expect(written('setAttributes', change({ seed: 1 }), rows)).toEqual([]);
  });

  test('is refused where all settings together are too large', () => {
    const text = `{"a": "${'x'.repeat(40_000)}"}`;
    const rows = [having({ more: text })];
    expect(written('setAttributes', change({ answerSchema: text }), rows)).toBe('too_large');
  });

  test('that waits is put upon the newer settings', () => {
    const args = change({ model: 'mine', seed: 3 }, { baseSettings: { model: 'a' } });
    expect(rebased('setAttributes', args, [having({ model: 'theirs', topP: 1 })])).toEqual(
      change({ model: 'mine', seed: 3 }, { baseSettings: { model: 'theirs', topP: 1 } }),
    );
  });

  test('keeps JSON that it replaces unseen in a version with the text of that moment', () => {
    const rows = [having({ more: '{"a": "theirs"}' })];
    const waiting = change({ more: '{"a": "mine"}' }, { baseSettings: { more: '{"a": 1}' } });
    const args = rebased('setAttributes', waiting, rows);
    const description = 'Settings that were replaced. Kept';
    expect(args).toMatchObject({ preserve: { id: 90, description, conflict: null } });
    expect(decided('setAttributes', Object(args), [project(), ...rows])).toEqual([
      'put version 90: text',
      'put prompt 2: text',
    ]);
    expect(written('setAttributes', Object(args), rows)).toEqual([
      [90, { more: '{"a": "theirs"}' }],
      ['prompt', { more: '{"a": "mine"}' }],
    ]);
    // Put upon them once more it asks for no second version.
    expect(rebased('setAttributes', Object(args), rows)).toMatchObject({ preserve: { id: 90 } });
  });

  test('keeps replaced JSON also where the prompt has no text', () => {
    const rows = [having({ more: '{"a": "theirs"}' }, '')];
    const preserve = { id: 90, description: 'Kept', conflict: null };
    expect(written('setAttributes', change({ more: '{}' }, { preserve }), rows)).toEqual([
      [90, { more: '{"a": "theirs"}' }],
      ['prompt', { more: '{}' }],
    ]);
  });

  test('shows merged JSON before the server has answered', () => {
    const base = '{\n"a": 1,\n\n"b": 2\n}';
    const args = change({ more: base.replace('1', '3') }, { baseSettings: { more: base } });
    const rows = [having({ more: base.replace('2', '4') })];
    expect(written('setAttributes', args, rows, merging)).toEqual([
      ['prompt', { more: '{\n"a": 3,\n\n"b": 4\n}' }],
    ]);
  });
});

describe('a version', () => {
  const save = (more = {}) => ({ promptId: 2, id: 30, content: 'new', description: 'd', ...more });

  test('is saved with the settings that it names, and the prompt keeps its own', () => {
    const rows = [having({ model: 'a' })];
    expect(written('saveVersion', save({ settings: { model: 'seen' } }), rows)).toEqual([
      [30, { model: 'seen' }],
      ['prompt', { model: 'a' }],
    ]);
    expect(written('saveVersion', save({ settings: {} }), rows)).toEqual([
      [30, undefined],
      ['prompt', { model: 'a' }],
    ]);
  });

  test('has the settings of the prompt where the request names none', () => {
    expect(written('saveVersion', save(), [having({ model: 'a' })])).toEqual([
      [30, { model: 'a' }],
      ['prompt', { model: 'a' }],
    ]);
  });

  const preserve = { id: 31, description: 'Kept', conflict: null };
  const restore = save({
    ...{ description: 'Restored version 1', preserve },
    ...{ settings: { model: 'old' }, headSettings: { model: 'old' }, baseSettings: { model: 'a' } },
  });

  test('that is restored brings its settings back, and the replaced ones are kept with their text', () => {
    expect(written('saveVersion', restore, [having({ model: 'a' })])).toEqual([
      [31, { model: 'a' }],
      [30, { model: 'old' }],
      ['prompt', { model: 'old' }],
    ]);
  });

  test('that is restored leaves the prompt as the same JSON where its settings are those already', () => {
    const before = having({ model: 'old' });
    const bound = bind('saveVersion', { ...restore, baseSettings: { model: 'old' } });
    if (!bound.ok) throw new Error('the example is not valid');
    const decision = bound.mutation.apply(new RowSet([project(), before]), context);
    const writes = decision.ok ? decision.writes : [];
    const found = writes.flatMap((write) =>
      write.kind === 'put' && write.type === 'prompt' ? [write.row] : [],
    );
    expect(found.map(({ attributes }) => JSON.stringify(attributes))).toEqual([
      JSON.stringify({ settings: { model: 'old' }, tags: ['t'] }),
    ]);
  });

  test('that is restored keeps no second copy of a text and settings that the newest version has', () => {
    const newest = (settings: PromptSettings) => version(12, {}, { content: 'text', settings });
    const rows = (saved: PromptSettings) => [having({ model: 'a' }), newest(saved)];
    expect(written('saveVersion', restore, rows({ model: 'a' }))).toHaveLength(2);
    expect(written('saveVersion', restore, rows({ model: 'b' }))).toHaveLength(3);
  });

  test('that is restored keeps replaced settings also where the prompt has no text', () => {
    expect(written('saveVersion', restore, [having({ model: 'a' }, '')])).toContainEqual([
      31,
      { model: 'a' },
    ]);
  });

  test('that is restored leaves the settings that another device changed meanwhile', () => {
    const args = rebased('saveVersion', { ...restore, base: 'text' }, [having({ model: 'a', seed: 4 })]);
    expect(args).toMatchObject({
      settings: { model: 'old' },
      headSettings: { model: 'old', seed: 4 },
      baseSettings: { model: 'a', seed: 4 },
    });
  });

  test('with settings and no text is saved, and the current text stays', () => {
    const args = save({ content: '', settings: { model: 'kept' } });
    expect(decided('saveVersion', args, [project(), prompt()])).toEqual([
      'put version 30: ',
      'put prompt 2: text',
    ]);
  });

  test('that is there with other settings is saved beside it', () => {
    const there = version(30, {}, { content: 'new', settings: { model: 'there' } });
    const args = (model: string) => save({ settings: { model }, onConflict: { saveAs: 33 } });
    expect(written('saveVersion', args('there'), [prompt(), there])).toEqual([]);
    expect(written('saveVersion', args('mine'), [prompt(), there])).toEqual([
      [33, { model: 'mine' }],
      ['prompt', undefined],
    ]);
  });

  test('that keeps the text before an edit of a version has the settings of that version', () => {
    const edited = version(11, {}, { settings: { model: 'of version' } });
    const args = { promptId: 2, id: 11, content: 'edited', preserve };
    expect(written('editVersion', args, [having({ model: 'a' }), edited])).toEqual([
      [31, { model: 'of version' }],
      ['prompt', { model: 'a' }],
      [11, { model: 'of version' }],
    ]);
  });
});

test('a text that a merge does not take over is kept with the settings of that moment', () => {
  const preserve = { id: 31, description: 'Kept', conflict: 'unreviewed' };
  const args = { id: 2, content: 'mine', preserve };
  expect(written('setContent', args, [having({ model: 'a' })])).toEqual([
    [31, { model: 'a' }],
    ['prompt', { model: 'a' }],
  ]);
});
