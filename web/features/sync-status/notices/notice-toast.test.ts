import { describe, expect, test } from 'vitest';
import { noticeToast } from './notice-toast.ts';

type Notices = Parameters<typeof noticeToast>[0];
type Kind = Notices[number]['kind'];

const notice = (kind: Kind, title: string, other?: string) => ({
  kind,
  title,
  ...(other === undefined ? {} : { other }),
});
const kept = (title: string) => notice('keptAfterDelete', title);

describe('what became of acts that met those of another device', () => {
  test.each<[string, Notices, string]>([
    [
      'Not deleted after all',
      [kept('Letters')],
      '"Letters" was changed on another device before you deleted it, so it was kept.',
    ],
    [
      'Not deleted after all',
      [kept('Letters'), kept('Answer'), kept('Letters')],
      '"Letters" and 1 more were changed on another device before you deleted them, so they were kept.',
    ],
    [
      'Not deleted after all',
      [kept('')],
      'Something you deleted was changed on another device in the meantime, so it was kept.',
    ],
    [
      'Back again',
      [notice('undoneDelete', 'Letters')],
      '"Letters", which you deleted here, was changed or restored elsewhere and is back.',
    ],
    [
      'Back again',
      [notice('undoneDelete', 'Letters'), notice('undoneDelete', 'Answer')],
      '"Letters" and 1 more, which you deleted here, were changed or restored elsewhere and are back.',
    ],
    [
      'Not deleted after all',
      [notice('keptFromDelete', 'Letters')],
      '"Letters" was deleted on another device. It stays, because it was changed here as well.',
    ],
    [
      'Not deleted after all',
      [notice('keptFromDelete', 'Letters'), notice('keptFromDelete', 'Answer')],
      '"Letters" and 1 more were deleted on another device. They stay, because they were changed here as well.',
    ],
    [
      'Back again',
      [notice('revivedProject', 'Letters', 'Answer')],
      '"Letters" was deleted on another device. It came back with "Answer", which was made in it here.',
    ],
    [
      'Back again',
      [notice('revivedProject', 'Letters', 'Answer'), notice('revivedProject', 'Notes', 'List')],
      '"Letters" and 1 more were deleted on another device. They came back with what was made in them here.',
    ],
    [
      'Two new names',
      [notice('nameStands', 'Mine', 'Other')],
      '"Mine" was also renamed on another device, to "Other". Your name is newer and is kept.',
    ],
    [
      'Two new names',
      [notice('nameStands', 'Mine', 'Other'), notice('nameStands', 'Second', 'Third')],
      '"Mine" and 1 more were also renamed on another device. Your names are newer and are kept.',
    ],
    [
      'Two new names',
      [notice('nameReplaced', 'Mine', 'Other')],
      '"Mine", as you named it here, was renamed "Other" on another device.',
    ],
    [
      'Two new names',
      [notice('nameReplaced', 'Mine', 'Other'), notice('nameReplaced', 'Second', 'Third')],
      '"Mine" and 1 more, as you named them here, were renamed on another device.',
    ],
    [
      'Several changes on other devices',
      [kept('Letters'), notice('nameReplaced', 'Mine', 'Other')],
      '"Letters" was changed on another device before you deleted it, so it was kept. "Mine", as you named it here, was renamed "Other" on another device.',
    ],
  ])(
    'the notices are shown in one toast that stays until it is read (%s, %#)',
    (title, notices, description) => {
      expect(noticeToast(notices, () => undefined)).toEqual({
        title,
        description,
        duration: Number.POSITIVE_INFINITY,
      });
    },
  );

  test('a name that turns its letters around ends where it ends', () => {
    const toast = noticeToast([notice('nameReplaced', '\u202egnp', '\u202egpj')], () => undefined);
    expect(toast?.description).toContain('"\u2068\u202egnp\u2069"');
    expect(toast?.description).toContain('"\u2068\u202egpj\u2069"');
  });

  test.each([
    [
      { promptId: 1, versionId: 7, version: 5, device: 'Phone' },
      'was moved to Version 5 on Phone, which did not know of your move. The later move applies.',
    ],
    [
      { promptId: 1, versionId: 7, version: null, device: '' },
      'was moved to another version on another device, which did not know of your move. The later move applies.',
    ],
    [
      { promptId: 1, versionId: null, version: null, device: 'Phone' },
      'was taken off on Phone, which did not know of your move. The later change applies.',
    ],
  ])(
    'a label that was moved on two devices is told with where it is, and a way to its moves (%#)',
    (moved, words) => {
      const shown: unknown[] = [];
      const label = { kind: 'labelReplaced', title: 'production', other: 'Poem', moved } as const;
      const toast = noticeToast([label], (each) => shown.push(each));
      expect(toast?.description).toBe(`"production" of "Poem" ${words}`);
      expect(toast?.action?.label).toBe('Show the moves');
      toast?.action?.run();
      expect(shown).toEqual([moved]);
      const two = noticeToast([label, { ...label, moved: { ...moved, promptId: 2 } }], () => undefined);
      expect(two?.description).toContain('"production" and 1 more were moved on other devices');
    },
  );

  test('an empty list of notices is no toast', () => {
    expect(noticeToast([], () => undefined)).toBeNull();
  });
});
