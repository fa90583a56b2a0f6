import { describe, expect, test } from 'vitest';
import { noticeToast } from './notice-toast.ts';

const kept = (title: string) => ({ kind: 'keptAfterDelete' as const, title });

describe('what was kept against a delete of this person', () => {
  test.each([
    [[kept('Letters')], '"Letters" was changed on another device before you deleted it, so it was kept.'],
    [
      [kept('Letters'), kept('Answer'), kept('Letters')],
      '"Letters" and 1 more were changed on another device before you deleted them, so they were kept.',
    ],
    [[kept('')], 'Something you deleted was changed on another device in the meantime, so it was kept.'],
  ])('is told in one toast that stays until it is read (%#)', (notices, description) => {
    expect(noticeToast(notices)).toEqual({
      title: 'Kept after all',
      description,
      duration: Number.POSITIVE_INFINITY,
    });
  });

  test('nothing to tell is no toast', () => {
    expect(noticeToast([])).toBeNull();
  });
});
