import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InvitationState, RegistrationState } from '#shared/model/account/registration.ts';
import { messages } from '#shared/model/messages.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import type { AuthActions, AuthOutcome } from './auth-actions.ts';
import { AuthPage } from './auth-page.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

const ada = { id: 1, username: 'ada', displayName: 'Ada Lovelace' };

/** A server that answers when the test resolves it. */
type Options = {
  offline?: boolean;
  secure?: boolean;
  registration?: RegistrationState | null | Promise<RegistrationState>;
  invitation?: InvitationState;
  at?: string;
};

function open(options: Options = {}) {
  const {
    offline = false,
    secure = true,
    registration = null,
    invitation = 'usable',
    at = '/auth',
  } = options;
  const asked: unknown[] = [];
  let answer: (outcome: AuthOutcome) => void = () => {};
  const ask = (what: unknown) => {
    asked.push(what);
    return new Promise<AuthOutcome>((resolve) => {
      answer = resolve;
    });
  };
  const actions: AuthActions = {
    registration: async () => registration,
    invitation: async () => invitation,
    signIn: ask,
    signUp: ask,
  };
  const scene = draw(
    <MemoryRouter initialEntries={[at]}>
      <AuthPage actions={actions} offline={offline} secure={secure} />
    </MemoryRouter>,
    { height: 'auto' },
  );
  drawn = scene;
  return { ...scene, asked, answer: (outcome: AuthOutcome) => answer(outcome) };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const label = (name: string) => page.getByLabelText(name, { exact: true });

test('a phone reads in one line what the product is, a large screen in the panel', async () => {
  await page.viewport(390, 800);
  open();
  const line = page.getByText('Your prompts, with every version, even offline.');
  await expect.element(line).toBeVisible();
  await page.viewport(1280, 800);
  await expect.element(line).not.toBeVisible();
});

test('the header shows the logo, the name of the product and the theme toggle', async () => {
  open();
  const header = page.getByRole('banner');
  await expect.element(header.getByText('Promptory')).toBeVisible();
  expect(header.element().querySelector('svg')).not.toBeNull();
  await expect.element(header.getByRole('button', { name: /^Switch to (light|dark) theme$/ })).toBeVisible();
});

test('signing in: the words of the card, of the button and of the welcome', async () => {
  const { asked, answer, toasts } = open();
  await expect.element(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect.element(page.getByText("Don't have an account? Sign Up")).toBeVisible();
  await label('Username').fill('ada');
  await label('Password').fill('analytical engine');
  await button('Sign In').click();
  await expect.element(button('Signing in...')).toBeDisabled();
  answer({ ok: true, user: ada });
  await expect.poll(() => toasts).toEqual(['Login successful: Welcome back, Ada Lovelace!']);
  expect(asked).toEqual([{ username: 'ada', password: 'analytical engine' }]);
});

test('credentials that a browser has filled in without an event are sent', async () => {
  const { asked } = open();
  await expect.element(label('Username')).toHaveFocus();
  const fillIn = (name: string, value: string) =>
    // Past React, which follows what is set on the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      label(name).element(),
      value,
    );
  fillIn('Username', 'ada');
  fillIn('Password', 'analytical engine');
  await button('Show password').click();
  await button('Sign In').click();
  await expect.poll(() => asked).toEqual([{ username: 'ada', password: 'analytical engine' }]);
});

test('signing up: the words of the card and of the button, and nothing of the second password is sent', async () => {
  const { asked, answer, toasts } = open();
  await button('Sign Up').click();
  await expect.element(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await expect.element(page.getByText('Already have an account? Sign In')).toBeVisible();
  await label('Full Name').fill('Ada Lovelace');
  await label('Username').fill('ada');
  await label('Password').fill('analytical engine');
  await label('Confirm Password').fill('analytical engine');
  await button('Create Account').click();
  await expect.element(button('Creating account...')).toBeDisabled();
  answer({ ok: true, user: ada });
  await expect.poll(() => toasts).toEqual(['Registration successful']);
  expect(asked).toEqual([{ displayName: 'Ada Lovelace', username: 'ada', password: 'analytical engine' }]);
});

test('a refusal is told in a toast, and what was entered stays', async () => {
  const { answer, toasts } = open();
  await label('Username').fill('ada');
  await label('Password').fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Signing in...')).toBeVisible();
  answer({ ok: false, message: 'Incorrect username or password.' });
  await expect.poll(() => toasts).toEqual(['Login failed: Incorrect username or password.']);
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('Login failedIncorrect username or password.');
  await expect.element(label('Username')).toHaveValue('ada');

  await button('Sign Up').click();
  for (const [name, text] of [
    ['Full Name', 'Ada'],
    ['Username', 'ada'],
    ['Password', '123456'],
    ['Confirm Password', '123456'],
  ] as const)
    await label(name).fill(text);
  await button('Create Account').click();
  await expect.element(button('Creating account...')).toBeVisible();
  answer({ ok: false, message: 'That username is already taken.' });
  await expect.poll(() => toasts.at(-1)).toBe('Registration failed: That username is already taken.');
});

test('every field says what is wrong with it, and the first one has the focus', async () => {
  open();
  await button('Sign In').click();
  await expect.element(label('Username')).toHaveAccessibleDescription('Username is required');
  await expect.element(label('Password')).toHaveAccessibleDescription('Password is required');
  await expect.element(label('Username')).toHaveFocus();

  await button('Sign Up').click();
  await label('Username').fill('ad');
  await label('Password').fill('12345');
  await label('Confirm Password').fill('other');
  await button('Create Account').click();
  await expect.element(label('Full Name')).toHaveAccessibleDescription('Full name is required');
  await expect
    .element(label('Username'))
    .toHaveAccessibleDescription('Username must be at least 3 characters');
  await expect
    .element(label('Password'))
    .toHaveAccessibleDescription('Password must be at least 6 characters');
  await expect.element(label('Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  await expect.element(label('Full Name')).toHaveFocus();
  await label('Confirm Password').fill('');
  await expect.element(label('Confirm Password')).toHaveAccessibleDescription('Please confirm your password');
});

test('the three features are told on large screens only', async () => {
  await page.viewport(1280, 800);
  open();
  const panel = page.getByRole('region', { name: 'About Promptory' });
  await expect.element(panel).toBeVisible();
  for (const [name, words] of [
    ['Organised workspace', 'Colour-coded projects'],
    ['Version history', 'Every prompt keeps its versions'],
    ['Rich editing', 'syntax highlighting'],
  ] as const) {
    await expect.element(panel.getByRole('heading', { name })).toBeVisible();
    expect(panel.element().textContent).toContain(words);
  }
  await page.viewport(1000, 800);
  await expect.element(page.getByText('Organised workspace')).not.toBeVisible();
});

test('at an address that is not secure the page says before sign-up what is not possible', async () => {
  open({ secure: false });
  await expect.element(page.getByText(messages.addressNotSecure)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect.element(page.getByText(messages.addressNotSecure)).toBeVisible();
});

test('without a server the page says so, and what becomes possible', async () => {
  open({ offline: true });
  await expect.element(page.getByText(/needs the server, and it cannot be reached/)).toBeVisible();
});

test('where registration is closed the page offers sign-in only', async () => {
  open({ registration: { registration: 'closed', needsCode: false } });
  await expect.element(button('Sign Up')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('without an invitation the page says that one is needed', async () => {
  open({ registration: { registration: 'invite', needsCode: false } });
  await expect.element(page.getByText(messages.invitationNeeded)).toBeVisible();
  await expect.element(button('Sign Up')).not.toBeInTheDocument();
});

async function fillSignUp() {
  await label('Full Name').fill('Ada Lovelace');
  await label('Username').fill('ada');
  await label('Password').fill('analytical engine');
  await label('Confirm Password').fill('analytical engine');
  await button('Create Account').click();
}

const registered = { displayName: 'Ada Lovelace', username: 'ada', password: 'analytical engine' };

test('the link of an invitation opens the sign-up form, and its token is sent', async () => {
  const { asked, answer, toasts } = open({
    registration: { registration: 'invite', needsCode: false },
    at: '/auth#invite=token',
  });
  await fillSignUp();
  await expect.poll(() => asked).toEqual([{ ...registered, invite: 'token' }]);
  answer({ ok: false, message: messages.invitationUsed });
  await expect.poll(() => toasts).toEqual([`Registration failed: ${messages.invitationUsed}`]);
});

test.each([
  ['used', messages.invitationUsed],
  ['expired', messages.invitationExpired],
  ['unknown', messages.invitationUnknown],
] as const)(
  'an invitation that is %s is named as soon as the page opens, above no form for it',
  async (invitation, why) => {
    open({
      registration: { registration: 'invite', needsCode: false },
      invitation,
      at: '/auth#invite=token',
    });
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await expect.element(button('Sign Up')).not.toBeInTheDocument();
  },
);

test('the link to the other form does not show before the server has answered, and moves nothing when it does', async () => {
  const { promise, resolve } = Promise.withResolvers<RegistrationState>();
  open({ registration: promise });
  const top = () => button('Sign In').element().getBoundingClientRect().top;
  await expect.element(button('Sign In')).toBeVisible();
  await expect.element(button('Sign Up')).not.toBeInTheDocument();
  const before = top();
  resolve({ registration: 'open', needsCode: false });
  await expect.element(button('Sign Up')).toBeVisible();
  expect(top()).toBe(before);
});

test('an invitation to a server that is closed by now opens the sign-in form, with the reason', async () => {
  open({ registration: { registration: 'closed', needsCode: false }, at: '/auth#invite=token' });
  await expect.element(page.getByText('This server does not take new accounts.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('the first account of a server is asked for the code that the server printed', async () => {
  const { asked } = open({ registration: { registration: 'closed', needsCode: true } });
  await expect.element(label('Code')).toHaveFocus();
  await fillSignUp();
  await expect.element(label('Code')).toHaveAccessibleDescription(new RegExp(messages.codeRequired));
  await label('Code').fill('AAAA-BBBB-CCCC');
  await button('Create Account').click();
  await expect.poll(() => asked).toEqual([{ ...registered, code: 'AAAA-BBBB-CCCC' }]);
});
