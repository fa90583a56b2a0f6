import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ReadLink, ReadLinkRequest, SecretInLink } from '#shared/model/account/read-link.ts';
import { messages, problemMessages } from '#shared/model/messages.ts';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import type { LinkActions } from '../../../session/account/link-actions.ts';
import { Lent, openedScreen, sessionOf } from '../../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { accountActions } from '../account-actions-scene.ts';
import type { LinkedPrompt } from './new-link.tsx';
import { ReadLinksDialog } from './read-links-dialog.tsx';

const now = Date.parse('2026-01-10T12:00:00Z');
const address = 'https://prompts.example.org/read/secret';

let drawn: Drawn | undefined;
let library: Library;
beforeEach(async () => {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => now });
  await commit(library, 'createProject', { id: 5, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: 7, title: 'Reply', content: 'Hello', projectId: 5 });
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

const linkTo = (id: number, more: Partial<ReadLink> = {}): ReadLink => ({
  ...{ id, promptId: 7, version: null, withSecrets: false },
  ...{ createdAt: '2026-01-02T12:00:00Z', expiresAt: null },
  ...more,
});

type Scene = { of: LinkedPrompt | null; links?: ReadLink[]; secrets?: SecretInLink[] } & Partial<LinkActions>;

/** A server that has these links, and finds these secrets in the text. */
function open({ of, links = [], secrets = [], ...more }: Scene) {
  const asked: ReadLinkRequest[] = [];
  const actions: LinkActions = {
    list: async () => ({ ok: true, value: [...links] }),
    async make(request) {
      asked.push(request);
      if (secrets.length > 0 && !request.withSecrets) {
        return { ok: false, message: problemMessages.secrets_found, secrets };
      }
      const { expiresAt, ...made } = linkTo(99, request);
      links.unshift({ ...made, expiresAt });
      return { ok: true, value: { ...made, expiresAt, link: address } };
    },
    async revoke(id) {
      links.splice(
        links.findIndex((each) => each.id === id),
        1,
      );
      return { ok: true };
    },
    ...more,
  };
  const session = sessionOf({ account: accountActions({ links: actions }) });
  drawn = draw(
    <Lent {...{ library, session }} now={() => now}>
      <ReadLinksDialog {...openedScreen} request={{ of }} open />
    </Lent>,
  );
  return { asked, toasts: drawn.toasts };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () => page.getByRole('list', { name: 'Links to read' }).getByRole('listitem');
const newLink = () => page.getByRole('textbox', { name: 'New link to read' });

test('a link to the current text is made for 30 days, and shown once to be copied', async () => {
  const { asked } = open({ of: { promptId: 7, version: null } });
  await expect.element(page.getByText('No link leads to this prompt.')).toBeVisible();
  await button('Make link').click();
  await expect.element(newLink()).toHaveValue(address);
  await expect.element(newLink()).toHaveFocus();
  expect(asked).toEqual([
    { promptId: 7, version: null, expiresAt: '2026-02-09T12:00:00.000Z', withSecrets: false },
  ]);
  await expect.element(rows().nth(0)).toMatchTextContent(/Current text.*expires Feb 9/);
});

test('from a version, a link to that version is offered', async () => {
  const { asked } = open({ of: { promptId: 7, version: 3 } });
  await expect.element(page.getByLabelText('Text to read')).toHaveValue('3');
  await page.getByLabelText('Expires').selectOptions('Never');
  await button('Make link').click();
  await expect.element(newLink()).toBeVisible();
  expect(asked).toEqual([{ promptId: 7, version: 3, expiresAt: null, withSecrets: false }]);
});

test('what looks like a secret is named, and shared only once a person says so', async () => {
  const secrets = [{ line: 2, kind: 'anthropic' }];
  const { asked } = open({ of: { promptId: 7, version: null }, secrets });
  await button('Make link').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/line 2: This looks like a key or token of Anthropic/);
  await expect.element(newLink()).not.toBeInTheDocument();
  await button('Make link all the same').click();
  await expect.element(newLink()).toHaveValue(address);
  expect(asked.map(({ withSecrets }) => withSecrets)).toEqual([false, true]);
  await expect.element(rows().nth(0)).toMatchTextContent(/shows what looks like a secret/);
});

test('consent to the secrets of one text is none to those of another', async () => {
  const { asked } = open({ of: { promptId: 7, version: 3 }, secrets: [{ line: null, kind: 'github' }] });
  await button('Make link').click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/title: This looks like a key or token of GitHub/);
  await page.getByLabelText('Text to read').selectOptions('Current text, as it changes');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await button('Make link').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(asked.map(({ withSecrets }) => withSecrets)).toEqual([false, false]);
});

test('a prompt lists its own links, and the account menu those of all prompts', async () => {
  const links = [linkTo(1), linkTo(2, { promptId: 8, version: 4 })];
  open({ of: { promptId: 7, version: null }, links });
  await expect.element(rows().nth(0)).toMatchTextContent(/Current text/);
  await expect.element(rows()).toHaveLength(1);
  drawn?.close();
  open({ of: null, links });
  await expect.element(rows().nth(0)).toMatchTextContent(/Reply.*Current text/);
  await expect.element(rows().nth(1)).toMatchTextContent(/a deleted prompt.*Version 4/);
  await expect.element(button('Make link')).not.toBeInTheDocument();
});

test('a link is revoked after a question', async () => {
  const { toasts } = open({ of: { promptId: 7, version: null }, links: [linkTo(1)] });
  await button('Revoke the link: Current text').click();
  const question = page.getByRole('alertdialog', { name: 'Revoke link' });
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect.element(page.getByText('No link leads to this prompt.')).toBeVisible();
  expect(toasts).toEqual([expect.stringMatching(/^Link revoked/)]);
});

test('without the server there is a sentence and a button, and nothing is lost', async () => {
  open({
    of: { promptId: 7, version: null },
    list: async () => ({ ok: false, message: messages.needsServer }),
    make: async () => ({ ok: false, message: messages.needsServer }),
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent(messages.needsServer);
  await button('Make link').click();
  await expect.element(page.getByRole('alert').first()).toMatchTextContent(messages.needsServer);
  await expect.element(button('Make link')).toBeEnabled();
});
