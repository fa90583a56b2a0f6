import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { ReauthenticateDialog } from './sign-in-again-dialog.tsx';
import type { SignInRefusal } from './use-sign-in-again.ts';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

/** A server whose password is "engine"; "too often" is refused as throttled, and every other one is wrong. */
function scene(): string[] {
  const calls: string[] = [];
  function answer(password: string, refusal: SignInRefusal): SignInRefusal | null {
    return password === 'engine' ? null : refusal;
  }
  function Scene() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <ReauthenticateDialog
        open={isOpen}
        username="ada"
        onClose={() => setIsOpen(false)}
        onSignIn={async (password) => {
          calls.push(`sign in with ${password}`);
          if (password === 'too often') return { message: 'Too many attempts.', mayBeGone: false };
          return answer(password, { message: 'Incorrect username or password.', mayBeGone: true });
        }}
        onSignUp={async (password) => {
          calls.push(`sign up with ${password}`);
          return answer(password, { message: 'The server knows this account.', mayBeGone: false });
        }}
      />
    );
  }
  drawn = draw(<Scene />);
  return calls;
}

const password = page.getByRole('textbox', { name: 'Password', exact: true });
const create = page.getByRole('button', { name: 'Create your account again' });

test('the account can be created again where the server may not know it any more, and only there', async () => {
  scene();
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('too often{Enter}');
  await expect.element(password).toHaveAccessibleDescription('Too many attempts.');
  await expect.element(create).not.toBeInTheDocument();
  await password.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(create).toBeVisible();
});

test('a password that a browser has filled in without an event signs in', async () => {
  const calls = scene();
  await expect.element(password).toHaveFocus();
  // Past React, which follows what is set on the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    password.element(),
    'engine',
  );
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(() => calls).toEqual(['sign in with engine']);
});

test('creating it again asks for the password twice, and says what becomes of the library', async () => {
  const calls = scene();
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('wrong{Enter}');
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Create your account again' });
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(/stays on this device, and nothing is sent before/);
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveValue('');
  const repeated = dialog.getByRole('textbox', { name: 'Confirm Password' });
  await password.fill('other');
  await userEvent.keyboard('{Enter}');
  await expect.element(repeated).toHaveAccessibleDescription('Passwords do not match');
  await expect.element(repeated).toHaveFocus();
  await userEvent.keyboard('other{Enter}');
  await expect.element(password).toHaveAccessibleDescription('The server knows this account.');
  await password.fill('engine');
  await repeated.fill('engine');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toEqual(['sign in with wrong', 'sign up with other', 'sign up with engine']);
});
