import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeLoopState } from '../data/queries/queries.ts';
import { online, openLibraryScene } from '../shell/open-library-scene.tsx';

const { open } = openLibraryScene();

describe('signing out', () => {
  const logout = async () => {
    await page.getByRole('button', { name: 'Account menu of Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });

  test('signing out with nothing unsent asks no question', async () => {
    const { calls } = await open();
    await logout();
    await expect.poll(() => calls).toEqual(['signed out with 0']);
  });

  test('the sign-out dialog names what would be lost; Stay keeps it', async () => {
    const { calls } = await open({ unsent: 3 });
    await logout();
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        '3 changes exist only on this device. Signing out removes them for good. Exported as a file, they can be imported again in the sync centre, here or on another device.',
      );
    await expect.element(page.getByRole('button', { name: 'Stay' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    expect(calls).toEqual([]);
    await logout();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expect.poll(() => calls).toEqual(['signed out with 3']);
  });

  test('an unfinished note is named with its prompt before it goes', async () => {
    await open({ unsent: 1, notes: [{ promptTitle: 'Answer', text: 'Ask Grace\nabout it' }] });
    await logout();
    await expect.element(question).toMatchTextContent('Answer: Ask Grace about it');
  });

  test('values of variables that no set has are named with their prompt before they go', async () => {
    await open({ unsent: 2, values: [{ promptTitle: 'Invitation', names: ['name', 'place'] }] });
    await logout();
    await expect.element(question).toMatchTextContent('With values of variables that no value set has:');
    await expect.element(question).toMatchTextContent('Invitation: name, place');
  });

  test('where values are all that would be lost, the question says so and threatens nothing', async () => {
    const { calls } = await open({ unsent: 1, values: [{ promptTitle: 'Invitation', names: ['name'] }] });
    await logout();
    const calm = page.getByRole('alertdialog', { name: 'Sign out?' });
    await expect
      .element(calm)
      .toHaveAccessibleDescription(
        'Everything is synced. Only values that you typed and did not save as a set are removed.',
      );
    await expect.element(calm.getByRole('button', { name: 'Export' })).not.toBeInTheDocument();
    await calm.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => calls).toEqual(['signed out with 1']);
  });

  test('a count that grew under the question is asked about again, with the new number', async () => {
    const { calls } = await open({
      unsent: 1,
      recounted: { count: 2, notes: [], values: [], settings: [], state: 'later' },
    });
    await logout();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expect.element(question).toMatchTextContent('2 changes exist only on this device.');
    await expect.element(question).toMatchTextContent('Something was written in the meantime');
    expect(calls).toEqual([]);
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expect.poll(() => calls).toEqual(['signed out with 2']);
  });

  test('something written while nothing waited is sent and counted again before anybody is asked', async () => {
    const { calls } = await open({
      unsent: 0,
      recounted: { count: 1, notes: [], values: [], settings: [], state: 'later' },
    });
    await logout();
    await expect.poll(() => calls).toEqual(['signed out with 0']);
    expect(question.elements()).toEqual([]);
  });

  test('the sign-out dialog names a single change in the singular', async () => {
    await open({ unsent: 1 });
    await logout();
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        '1 change exists only on this device. Signing out removes it for good. Exported as a file, it can be imported again in the sync centre, here or on another device.',
      );
  });

  test('the sign-out dialog and its file are about the whole library while it is unknown what the server has', async () => {
    const { library, toasts } = await open({ unsent: 6 });
    await library.db.outbox.clear();
    await changeLoopState(library, { ...online, paused: 'auth' });
    const saved: { name: string; text: Promise<string> }[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
    });
    await logout();
    await expect
      .element(question)
      .toHaveAccessibleDescription(/^Sync has stopped, .* removes all of it from/);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.poll(() => saved.length).toBe(1);
    click.mockRestore();
    expect(saved[0]?.name).toMatch(/^promptory-library-/);
    const file = JSON.parse((await saved[0]?.text) ?? '');
    expect(file).toMatchObject({ projects: [{}, {}], prompts: [{}, {}, {}], waiting: [] });
    await expect.poll(() => toasts.at(-1)).toContain('Library exported');
  });
});
