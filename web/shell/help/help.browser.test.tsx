/** Tests the help: opened by its key, searched by words, in the language of the person. */
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLanguage } from '#shared/language/translate.ts';
import { openLibraryScene, row } from '../open-library-scene.tsx';

const { open } = openLibraryScene();
afterEach(() => setLanguage('en'));

const dialog = (name: string) => page.getByRole('dialog', { name });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

test('F1 opens the help, whose search leaves the sections that have all the words', async () => {
  await open();
  await row('Letters').click();
  await userEvent.keyboard('{F1}');
  await expect.element(heading('First steps')).toBeVisible();
  await userEvent.keyboard('days BIN');
  await expect.element(heading('Deleted by mistake')).toBeVisible();
  await expect.element(heading('First steps')).not.toBeInTheDocument();
  await userEvent.keyboard(' xyzzy');
  await expect.element(page.getByText('No section of the help has these words.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Help')).not.toBeInTheDocument();
  await expect.element(row('Letters')).toHaveFocus();
});

test('the help is in German where the language is', async () => {
  setLanguage('de');
  await open();
  await expect.element(row('Letters')).toBeVisible();
  await userEvent.keyboard('{F1}');
  await expect.element(heading('Erste Schritte')).toBeVisible();
});
