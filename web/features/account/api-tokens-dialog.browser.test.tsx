import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiToken, ApiTokenRequest } from '#shared/model/account/api-token.ts';
import { messages } from '#shared/model/messages.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import { Lent, openedScreen, sessionOf } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { accountActions } from './account-actions-scene.ts';
import { ApiTokensDialog } from './api-tokens-dialog.tsx';

const now = Date.parse('2026-01-10T12:00:00Z');

let drawn: Drawn | undefined;
let library: Library;
beforeEach(async () => {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => now });
  await commit(library, 'createProject', { id: 5, name: 'Letters', color: 'teal' });
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

const token = (id: number, name: string, more: Partial<ApiToken> = {}): ApiToken => ({
  ...{ id, name, scope: 'read', projectId: null },
  ...{ createdAt: '2026-01-02T12:00:00Z', expiresAt: null, usedAt: null },
  ...more,
});

/** A server that has these tokens. */
function open(tokens: ApiToken[] = [], more: Partial<AccountActions> = {}) {
  const asked: ApiTokenRequest[] = [];
  const actions = accountActions({
    apiTokens: async () => ({ ok: true, value: [...tokens] }),
    async makeApiToken(request) {
      asked.push(request);
      const { id, createdAt, usedAt } = token(99, '');
      const made = { ...request, id, createdAt, usedAt };
      tokens.unshift(made);
      return { ok: true, value: { ...made, token: 'pty_secret' } };
    },
    async revokeApiToken(id) {
      tokens.splice(
        tokens.findIndex((each) => each.id === id),
        1,
      );
      return { ok: true };
    },
    ...more,
  });
  const session = sessionOf({ account: actions });
  const dialog = (isOpen: boolean) => (
    <Lent {...{ library, session }} now={() => now}>
      <ApiTokensDialog {...openedScreen} open={isOpen} />
    </Lent>
  );
  drawn = draw(dialog(true));
  return { asked, toasts: drawn.toasts, show: (isOpen: boolean) => drawn?.show(dialog(isOpen)) };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const label = (name: string) => page.getByLabelText(name, { exact: true });
const rows = () => page.getByRole('list', { name: 'API tokens' }).getByRole('listitem');

test('each token is listed with what it reaches, and when it was made, used and ends', async () => {
  open([
    token(1, 'ci', { scope: 'write', projectId: 5, usedAt: '2026-01-10T11:58:00Z' }),
    token(2, 'old', { projectId: 6, expiresAt: '2026-01-09T12:00:00Z' }),
    token(3, 'all', { expiresAt: '2026-02-01T12:00:00Z' }),
  ]);
  await expect.element(rows().nth(0)).toMatchTextContent(/ci.*Reads and changes .*Letters.*last used 2 min/);
  await expect.element(rows().nth(0)).toMatchTextContent(/does not expire/);
  await expect.element(rows().nth(1)).toMatchTextContent(/Reads .*a deleted project.*not used yet.*expired/);
  await expect.element(rows().nth(2)).toMatchTextContent(/Reads everything.*expires Feb 1/);
});

test('the description of the API is one click away, in a tab of its own', async () => {
  open();
  const link = page.getByRole('link', { name: 'API reference' });
  await expect.element(link).toHaveAttribute('href', '/api/docs');
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('a token is made by keys, shown once with the focus, and gone when the dialog is opened later', async () => {
  const { asked, show } = open();
  await expect.element(page.getByText('No program has a token.')).toBeVisible();
  await button('New token').click();
  await expect.element(label('Name')).toHaveFocus();
  await userEvent.keyboard('nightly run');
  await label('What the token may do').selectOptions('Read and write');
  await label('Project').selectOptions('Letters');
  await label('Name').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(label('Token of nightly run')).toHaveValue('pty_secret');
  await expect.element(label('Token of nightly run')).toHaveFocus();
  expect(asked).toEqual([
    { name: 'nightly run', scope: 'write', projectId: 5, expiresAt: '2026-04-10T12:00:00.000Z' },
  ]);
  await expect.element(rows()).toMatchTextContent(/nightly run/);
  show(false);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  show(true);
  await expect.element(rows()).toMatchTextContent(/nightly run/);
  await expect.element(label('Token of nightly run')).not.toBeInTheDocument();
});

test('a token without a name is not asked for, and what the server refuses stands at its field', async () => {
  const refusals = [
    { ok: false, message: 'This no longer exists.', field: 'projectId' },
    { ok: false, message: messages.needsServer },
  ] as const;
  let sent = 0;
  open([], { makeApiToken: async () => refusals[sent++] ?? refusals[1] });
  await button('New token').click();
  await button('Make token').click();
  await expect.element(label('Name')).toHaveAccessibleDescription(/Name is required/);
  await expect.element(label('Name')).toHaveFocus();
  expect(sent).toBe(0);
  await label('Name').fill('ci');
  await button('Make token').click();
  await expect.element(label('Project')).toHaveAccessibleDescription('This no longer exists.');
  await button('Make token').click();
  await expect.element(label('Expires')).toHaveAccessibleDescription(messages.needsServer);
});

test('a token is revoked after a question, and the focus stays in the dialog', async () => {
  const { toasts } = open([token(1, 'ci'), token(2, 'cron')]);
  await button('Revoke cron').click();
  const question = page.getByRole('alertdialog', { name: 'Revoke token' });
  await expect.element(question).toHaveAccessibleDescription(/"cron" is refused from now on/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(rows()).toHaveLength(2);
  await button('Revoke cron').click();
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect.element(rows()).toHaveLength(1);
  await expect.element(button('New token')).toHaveFocus();
  expect(toasts).toEqual([expect.stringMatching(/^Token revoked: .*cron/)]);
});

test('without the server the dialog says so, and asks once more on request', async () => {
  let answers = false;
  open([], {
    apiTokens: async () =>
      answers ? { ok: true, value: [token(1, 'ci')] } : { ok: false, message: messages.needsServer },
  });
  await expect.element(page.getByText(messages.needsServer)).toBeVisible();
  await expect.element(button('New token')).not.toBeInTheDocument();
  answers = true;
  await button('Try again').click();
  await expect.element(rows()).toMatchTextContent(/ci/);
});
