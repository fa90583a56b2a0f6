import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import type { PlacedLabel, PromptAttributes } from '#shared/model/prompt-attributes.ts';
import { context, decided, prompt, version } from './decisions-scene.ts';
import { isProved } from './label-moves.ts';
import { bind } from './registry.ts';
import { RowSet } from './row-set.ts';
import { versionHash } from './version-hash.ts';

const asks = { share: 0.9, model: 'llama3' };
const eleven = version(11, {}, { settings: { seed: 7 } });
const proof = (more: Record<string, unknown> = {}) => ({
  ...{ model: 'llama3', held: 9, total: 10, textHash: versionHash(eleven.row) },
  ...{ cells: ['a'.repeat(64)], at: context.now, ...more },
});
const move = (more: Record<string, unknown> = {}) => ({
  id: 2,
  labels: [{ label: 'production', versionId: 11, from: null, device: '', ...more }],
});
const asking = (more: Partial<PlacedLabel> = {}): PromptAttributes => ({
  labels: [{ label: 'production', versionId: null, moves: [], asks, ...more }],
});

function outcome(attributes: PromptAttributes, args: Record<string, unknown>): PromptAttributes | string {
  const rows = new RowSet([prompt({}, { attributes }), eleven, version(12)]);
  const bound = bind('setAttributes', args);
  if (!bound.ok) return 'invalid';
  const decision = bound.mutation.apply(rows, context);
  if (!decision.ok) return decision.code;
  rows.write(decision.writes, null);
  return rows.live('prompt', 2)?.attributes ?? {};
}

describe('a label that asks for proof', () => {
  test.each([
    ['nothing', {}],
    ['a proof of too few cases', { proof: proof({ held: 8 }) }],
    ['a proof of more cases than there are', { proof: proof({ held: 11, total: 10 }) }],
    ['a proof of no case', { proof: proof({ held: 0, total: 0, cells: [] }) }],
    ['a proof by another model', { proof: proof({ model: 'other' }) }],
    ['a proof of another text', { proof: proof({ textHash: 'b'.repeat(64) }) }],
    ['a proof of the text with other settings', { proof: proof({ textHash: versionHash(version(11).row) }) }],
    ['a proof of another version', { versionId: 12, proof: proof() }],
    ['a proof of a version that is not there', { versionId: 99, proof: proof() }],
  ])('is not moved with %s', (_, more) => {
    expect(outcome(asking(), move(more))).toBe('proof_missing');
  });

  test.each([
    ['too many cells', { proof: proof({ cells: Array(limits.proofCells + 1).fill('a'.repeat(64)) }) }],
    ['an empty reason', { override: ' ' }],
    ['a reason that is too long', { override: 'x'.repeat(limits.overrideLength + 1) }],
    ['a reason that cannot be stored', { override: 'a\0' }],
  ])('refuses %s', (_, more) => {
    expect(outcome(asking(), move(more))).toBe('invalid');
  });

  test('moves with a sufficient proof, which its log keeps; of an older move without its cells', () => {
    const once = outcome(asking(), move({ proof: proof() }));
    expect(once).toMatchObject({ labels: [{ versionId: 11, asks, moves: [{ proof: proof() }] }] });
    const twice = outcome(once as PromptAttributes, move({ versionId: 12, from: 11, override: 'urgent' }));
    expect(twice).toMatchObject({
      labels: [{ versionId: 12, moves: [{ override: 'urgent' }, { proof: proof({ cells: [] }) }] }],
    });
  });

  test('is taken off without a proof', () => {
    expect(outcome(asking({ versionId: 11 }), move({ versionId: null, from: 11 }))).toMatchObject({
      labels: [{ versionId: null, asks }],
    });
  });

  test('stays where it is without a proof, and takes one there once', () => {
    const there = asking({ versionId: 11, moves: [{ versionId: 11, at: context.now, device: '' }] });
    expect(outcome(there, move())).toEqual(there);
    const proved = outcome(there, move({ from: 11, proof: proof() })) as PromptAttributes;
    expect(proved.labels?.[0]?.moves).toMatchObject([{ proof: proof() }, {}]);
    expect(outcome(proved, move({ from: 11, proof: proof() }))).toEqual(proved);
  });

  test('judges a change by the rule that was there before it', () => {
    const rule = { labelRules: [{ label: 'production', asks }] };
    expect(outcome({}, { ...move(), ...rule })).toMatchObject({ labels: [{ versionId: 11, asks }] });
    const off = { labelRules: [{ label: 'production', asks: null }] };
    expect(outcome(asking(), { ...move(), ...off })).toBe('proof_missing');
  });

  test('does not ask again for another label', () => {
    const args = move();
    const [moved] = args.labels;
    expect(outcome(asking(), { id: 2, labels: [{ ...moved, label: 'staging' }] })).toMatchObject({
      labels: [{ asks }, { label: 'staging', versionId: 11 }],
    });
  });
});

test('a rule is set, replaced and taken off; a label that was never moved goes with it', () => {
  const set = (to: unknown) => ({ id: 2, labelRules: [{ label: 'production', asks: to }] });
  const one = outcome({}, set(asks)) as PromptAttributes;
  expect(one).toEqual(asking());
  expect(outcome(one, set({ share: 1, model: 'other' }))).toMatchObject({ labels: [{ asks: { share: 1 } }] });
  expect(outcome(one, set(null))).toEqual({});
  const moved = asking({ moves: [{ versionId: null, at: context.now, device: '' }] });
  expect(outcome(moved, set(null))).toMatchObject({ labels: [{ moves: [{}] }] });
});

test.each([0, 1.1, -1])('a share of %s is refused', (share) => {
  expect(outcome({}, { id: 2, labelRules: [{ label: 'production', asks: { ...asks, share } }] })).toBe(
    'invalid',
  );
});

test('fields of a later release stay in a label', () => {
  const later = asking({ asks: { ...asks, since: 1 }, note: 'later' });
  expect(outcome(later, move({ override: 'urgent' }))).toMatchObject({
    labels: [{ note: 'later', asks: { since: 1 } }],
  });
});

test('a version that was edited after the move is not proved any more, and one that was moved by a reason never', () => {
  const [placed] = (outcome(asking(), move({ proof: proof() })) as PromptAttributes).labels ?? [];
  const [forced] = (outcome(asking(), move({ override: 'urgent' })) as PromptAttributes).labels ?? [];
  if (placed === undefined || forced === undefined) throw new Error('the label did not move');
  const { asks: _, ...free } = placed;
  expect(isProved(placed, versionHash(eleven.row))).toBe(true);
  expect(isProved(placed, versionHash({ ...eleven.row, content: 'edited' }))).toBe(false);
  expect(isProved({ ...placed, asks: { ...asks, share: 1 } }, versionHash(eleven.row))).toBe(false);
  expect(isProved(forced, versionHash(eleven.row))).toBe(false);
  expect(isProved(free, versionHash(eleven.row))).toBeNull();
});

test('a version has one hash in whatever order its settings are', () => {
  const settings = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), settings, (content, given) => {
      const turned = Object.fromEntries(Object.entries(given).reverse());
      expect(versionHash({ content, settings: turned })).toBe(versionHash({ content, settings: given }));
    }),
  );
});

test('a version without settings has the hash of one whose settings are empty', () => {
  expect(versionHash({ content: 'a' })).toBe(versionHash({ content: 'a', settings: {} }));
  expect(versionHash({ content: 'a' })).not.toBe(versionHash({ content: 'b' }));
});

test('a move reads the text of a version only to compare a proof with it', () => {
  const touchesOf = (args: Record<string, unknown>) => {
    const bound = bind('setAttributes', args);
    return bound.ok ? bound.mutation.touches : [];
  };
  const text = { kind: 'row', ref: { type: 'version', id: 11 } };
  expect(touchesOf(move())).not.toContainEqual(text);
  expect(touchesOf(move({ proof: proof() }))).toContainEqual(text);
  expect(decided('setAttributes', move(), [prompt(), eleven])).toEqual(['put prompt 2: text']);
});
