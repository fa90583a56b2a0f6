import { expect, test } from 'vitest';
import { failureOf, type SaveState } from './save-state.ts';
import { createSaveStatus, type SaveStatus } from './save-status.ts';

function reportsOf(opened: SaveState, act: (status: SaveStatus) => void): SaveState[] {
  const reports: SaveState[] = [];
  const status = createSaveStatus({ kind: 'saved' }, (state) => reports.push(state));
  if (opened.kind === 'gone') {
    status.setGone(true);
    status.reportGone({ unsaved: opened.unsaved });
  }
  if (opened.kind === 'failed') status.fail(opened.reason, opened.isDraft);
  if (opened.kind === 'blank' || opened.kind === 'tooLarge') status.refuse(opened);
  if (opened.kind === 'waiting') status.change();
  if (opened.kind === 'saving') status.begin();
  expect(status.read()).toEqual(opened);
  reports.length = 0;
  act(status);
  return reports;
}

const failed: SaveState = { kind: 'failed', reason: 'full', isDraft: true };
const gone: SaveState = { kind: 'gone', unsaved: false, keptAs: null };
const lost: SaveState = { kind: 'gone', unsaved: true, keptAs: null };

test.each<[SaveState['kind'], SaveState, SaveState[]]>([
  ['saved', { kind: 'saved' }, [{ kind: 'waiting' }]],
  ['blank', { kind: 'blank' }, [{ kind: 'waiting' }]],
  ['saving', { kind: 'saving' }, [{ kind: 'waiting' }]],
  ['waiting', { kind: 'waiting' }, []],
  ['tooLarge', { kind: 'tooLarge', isDraft: true }, []],
  ['failed', failed, []],
  ['gone', gone, [lost]],
])('a key that is pressed while the state is %s reports what it changes', (_kind, opened, reports) => {
  expect(reportsOf(opened, (status) => status.change())).toEqual(reports);
});

test.each<[SaveState['kind'], SaveState, SaveState[]]>([
  ['saved', { kind: 'saved' }, [{ kind: 'saving' }]],
  ['waiting', { kind: 'waiting' }, [{ kind: 'saving' }]],
  ['blank', { kind: 'blank' }, [{ kind: 'saving' }]],
  ['failed', failed, []],
  ['gone', gone, []],
])('a save that begins while the state is %s is shown unless a failure is', (_kind, opened, reports) => {
  expect(reportsOf(opened, (status) => status.begin())).toEqual(reports);
});

test('a save of a draft is shown as a draft until it succeeds', () => {
  const reports: SaveState[] = [];
  const status = createSaveStatus({ kind: 'draft' }, (state) => reports.push(state));
  status.begin();
  status.change();
  expect(reports).toEqual([]);
  status.settle();
  expect(reports).toEqual([{ kind: 'saved' }]);
});

test('each state is reported once', () => {
  const twice = (act: (status: SaveStatus) => void) =>
    reportsOf({ kind: 'waiting' }, (status) => {
      act(status);
      act(status);
    });
  expect(twice((status) => status.settle())).toEqual([{ kind: 'saved' }]);
  expect(twice((status) => status.wait())).toEqual([]);
  expect(twice((status) => status.refuse({ kind: 'blank' }))).toEqual([{ kind: 'blank' }]);
  expect(twice((status) => status.fail('full', true))).toEqual([failed]);
  expect(twice((status) => status.reportGone({ unsaved: false }))).toEqual([gone]);
});

test('a failure is reported again with another reason, or once its text is a draft', () => {
  expect(reportsOf(failed, (status) => status.fail('browser', true))).toEqual([
    { kind: 'failed', reason: 'browser', isDraft: true },
  ]);
  expect(reportsOf(failed, (status) => status.fail('full', false))).toEqual([
    { kind: 'failed', reason: 'full', isDraft: false },
  ]);
  expect(reportsOf(failed, (status) => status.settle())).toEqual([{ kind: 'saved' }]);
  expect(reportsOf({ kind: 'waiting' }, (status) => status.fail('full', true))).toEqual([failed]);
});

test('what waits again after a failure is reported as waiting', () => {
  expect(reportsOf(failed, (status) => status.wait())).toEqual([{ kind: 'waiting' }]);
});

test('of a row that is gone each report says whether a text is nowhere else', () => {
  expect(reportsOf(lost, (status) => status.settle())).toEqual([gone]);
  expect(reportsOf(lost, (status) => status.refuse({ kind: 'blank' }))).toEqual([gone]);
  expect(reportsOf(gone, (status) => status.refuse({ kind: 'tooLarge', isDraft: true }))).toEqual([lost]);
});

test('the title of the prompt that a text was recovered as is named until the row is back', () => {
  const recovered: SaveState = { kind: 'gone', unsaved: false, keptAs: 'Recovered: A' };
  expect(
    reportsOf(gone, (status) => {
      status.setRecovered('Recovered: A');
      status.setGone(true);
      status.settle();
      status.settle();
      status.setGone(false);
      status.settle();
      status.setGone(true);
      status.settle();
    }),
  ).toEqual([recovered, { kind: 'saved' }, gone]);
});

test.each<[string, unknown, string]>([
  ['a full disk', new DOMException('full', 'QuotaExceededError'), 'full'],
  [
    'a full disk within',
    Object.assign(new Error('a'), { inner: new DOMException('', 'QuotaExceededError') }),
    'full',
  ],
  ['another error', new Error('AbortError'), 'browser'],
  ['another error within', Object.assign(new Error('a'), { inner: new Error('b') }), 'browser'],
  ['no error within', Object.assign(new Error('a'), { inner: { name: 'QuotaExceededError' } }), 'browser'],
  ['no error', { name: 'QuotaExceededError' }, 'browser'],
])('a write that ends with %s is named by its reason', (_case, error, reason) => {
  expect(failureOf(error)).toBe(reason);
});
