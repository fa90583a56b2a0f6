import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AppUpdate } from '../session/app-update.ts';
import { type Drawn, draw } from '../ui/testing/drawn.tsx';
import { UpdateOffer } from './update-offer.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

/** The offer over an update that goes on as the test wants. */
function openOffer() {
  const listeners = new Set<() => void>();
  let state: ReturnType<AppUpdate['state']> = 'none';
  let taken = 0;
  function become(next: typeof state): void {
    state = next;
    for (const listener of listeners) listener();
  }
  const update: AppUpdate = {
    keep: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    take() {
      taken += 1;
      become('taking');
    },
  };
  drawn = draw(<UpdateOffer update={update} />);
  return { become, taken: () => taken };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('an update that is taken is under way until the page is reloaded', async () => {
  const { become, taken } = openOffer();
  expect(page.getByRole('button').elements()).toEqual([]);
  become('ready');
  await button('Update').click();
  await expect.element(page.getByRole('button')).toMatchTextContent('Updating...');
  expect(taken()).toBe(1);
});

test('an update that does not start says so, also to whoever had put it off, and can be tried again', async () => {
  const { become, taken } = openOffer();
  become('ready');
  await button('Later').click();
  await expect.element(button('Update')).not.toBeInTheDocument();
  become('failed');
  await expect.element(page.getByText(/The new version of Promptory did not start/)).toBeVisible();
  await button('Try again').click();
  expect(taken()).toBe(1);
});
