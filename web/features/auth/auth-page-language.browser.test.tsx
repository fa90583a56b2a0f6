import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import german from '#shared/language/de.json';
import { pseudoText } from '#shared/language/pseudo.ts';
import { setLanguage } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { untranslated } from '../../ui/testing/untranslated.ts';
import type { AuthActions } from './auth-actions.ts';
import { AuthPage } from './auth-page.tsx';

let drawn: Drawn | undefined;
afterEach(() => {
  drawn?.close();
  setLanguage('en');
});

function open(offline = false): void {
  const refuse = async () => ({ ok: false, message: messages.serverUnreachable }) as const;
  const actions: AuthActions = {
    registration: async () => null,
    invitation: async () => 'usable',
    signIn: refuse,
    signUp: refuse,
  };
  drawn = draw(
    <MemoryRouter initialEntries={['/auth']}>
      <AuthPage actions={actions} offline={offline} secure />
    </MemoryRouter>,
    { height: 'auto' },
  );
}

test('the sign-in page, its errors and its toasts are in German', async () => {
  setLanguage('de', german);
  open();
  await userEvent.click(page.getByRole('button', { name: 'Anmelden', exact: true }));
  await expect.element(page.getByText('Ein Benutzername ist nötig')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Benutzername', { exact: true }), 'ada');
  await userEvent.fill(page.getByLabelText('Passwort', { exact: true }), 'correct horse');
  await userEvent.click(page.getByRole('button', { name: 'Anmelden', exact: true }));
  await expect.element(page.getByText(/Der Server ist nicht erreichbar/)).toBeVisible();
});

test.each([false, true])(
  'no sentence of the forms escapes the translation (offline: %s)',
  async (offline) => {
    setLanguage('en-XA', {}, pseudoText);
    open(offline);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: pseudoText('Sign In'), exact: true }));
    expect(untranslated(document.body)).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: pseudoText('Sign Up'), exact: true }));
    await userEvent.click(page.getByRole('button', { name: pseudoText('Create Account'), exact: true }));
    expect(untranslated(document.body)).toEqual([]);
  },
);
