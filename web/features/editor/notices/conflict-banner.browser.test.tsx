import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { VersionItem } from '../../../data/queries/version-items.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { ConflictBanner } from './conflict-banner.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

const version = (number: number): VersionItem => ({
  id: 10 + number,
  version: number,
  description: `Conflicting edit from Device ${number}`,
  createdAt: '2026-01-01T00:00:00.000Z',
  conflict: 'unreviewed',
  edited: false,
});

function banner(unreviewed: VersionItem[], versionsShown = false, isReviewing = false) {
  const onReview = vi.fn();
  const onToggleVersions = vi.fn();
  const versions = { isShown: versionsShown, toggle: onToggleVersions };
  drawn = draw(<ConflictBanner {...{ unreviewed, versions, isReviewing, onReview }} />);
  return { onReview, onToggleVersions };
}

const shown = page.getByRole('complementary', { name: 'Conflicting edit' });

test('a conflict is told in words that are true whoever reads them, with the device that wrote the kept text', async () => {
  const newest = version(3);
  const { onReview, onToggleVersions } = banner([newest]);
  const text =
    'The same words were edited in two places. One text is current; the other one is kept in full as Version 3, “Conflicting edit from Device 3”.';
  await expect.element(shown.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  expect(onReview).toHaveBeenCalledWith(newest);
  await page.getByRole('button', { name: 'Show Version History' }).click();
  expect(onToggleVersions).toHaveBeenCalledOnce();
});

test('further conflicts are counted, and there is no banner without one', async () => {
  banner([version(3), version(2)], true);
  await expect.element(shown).toMatchTextContent('“Conflicting edit from Device 3”, and 1 more.');
  await expect.element(page.getByRole('button', { name: 'Show Version History' })).not.toBeInTheDocument();
  drawn?.show(<ConflictBanner unreviewed={[]} versions={null} isReviewing={false} onReview={vi.fn()} />);
  await expect.element(shown).not.toBeInTheDocument();
});

test('while its review is open, the banner is a line of words and leads nowhere else', async () => {
  banner([version(3)], false, true);
  const text = 'The same words were edited in two places. Both texts are in the review.';
  await expect.element(shown.getByText(text, { exact: true })).toBeVisible();
  await expect.element(shown.getByRole('button')).not.toBeInTheDocument();
});
