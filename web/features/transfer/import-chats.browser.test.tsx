import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  claudeConversation,
  gptConversation,
} from '#shared/library-files/formats/chats/chat-exports-scene.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { outlineOf, promptOf } from '../../data/queries/queries.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent, openedScreen } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { ImportDialog } from './import-dialog.tsx';

let drawn: Drawn | undefined;
let library: Library;
beforeEach(async () => {
  await page.viewport(1280, 900);
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

function open(name: string, content: BlobPart): void {
  const files = [{ path: name, file: new File([content], name) }];
  drawn = draw(
    <Lent library={library}>
      <ImportDialog {...openedScreen} request={{ files }} />
    </Lent>,
    { height: '880px' },
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Import', exact: true });
const conversations = () => dialog().getByRole('group', { name: 'Conversations' });
const messages = () => conversations().getByRole('list', { name: 'Messages' });
const plan = () => dialog().getByRole('list', { name: 'What the import does' });
const prompts = async () => (await outlineOf(library)).prompts;

const letter = 'Write a letter to {{name}}.\r\n  «très» kind';
const bread = gptConversation('Bread', [
  ['user', 'Explain the hydration of dough'],
  ['assistant', 'Hydration is a ratio.'],
  ['user', letter],
]);

test('messages of a chat export are searched and picked, come in as prompts with their origin, and go by one undo', async () => {
  const garden = gptConversation('Garden', [['user', 'Plan a garden for shade']]);
  open(
    'export.zip',
    zipSync({ 'conversations.json': new TextEncoder().encode(JSON.stringify([bread, garden])) }),
  );
  await expect.element(conversations()).toMatchTextContent(/2 conversations with 3 messages of yours/);
  await expect.element(messages().getByRole('listitem')).toHaveLength(3);
  await conversations().getByRole('textbox', { name: 'Search the messages' }).fill('TRÈS');
  await expect.element(conversations().getByRole('status')).toHaveTextContent('1 message found');
  await messages()
    .getByRole('checkbox', { name: /^Write a letter to .*Bread · May 23, 2025/ })
    .click();
  await conversations().getByRole('textbox', { name: 'Search the messages' }).fill('');
  await expect.element(messages().getByRole('listitem')).toHaveLength(3);
  await messages()
    .getByRole('checkbox', { name: /^Plan a garden/ })
    .click();
  await conversations().getByRole('button', { name: 'Make prompts of 2 messages' }).click();

  await expect.element(plan()).toMatchTextContent(/Bread \(2\)Imported.*New.*GardenImported.*New/);
  expect(await prompts()).toEqual([]);
  await dialog().getByRole('button', { name: 'Import 2' }).click();
  await expect.element(dialog()).toMatchTextContent(/2 new, 0 changed, 0 unchanged\./);
  const found = await prompts();
  expect(found.map(({ title }) => title).sort()).toEqual(['Bread (2)', 'Garden']);
  const row = await promptOf(library, found.find(({ title }) => title === 'Bread (2)')?.id ?? 0);
  expect(row?.content).toBe(letter);
  expect(row?.notes).toContain('ChatGPT · Bread · 2025-05-23');

  await dialog().getByRole('button', { name: 'Undo import' }).click();
  await expect.element(dialog()).toMatchTextContent(/The library is as it was before\./);
  expect(await prompts()).toEqual([]);
});

test('answers are found when they are asked for; a message that is here already is unchanged', async () => {
  const shade = claudeConversation('Shade', [
    ['human', 'Which plants like it dark?'],
    ['assistant', 'Ferns like it dark.'],
  ]);
  open('conversations.json', JSON.stringify([shade]));
  const search = conversations().getByRole('textbox', { name: 'Search the messages' });
  await search.fill('ferns');
  await expect.element(conversations().getByRole('status')).toHaveTextContent('0 messages found');
  await conversations().getByRole('switch', { name: 'Also search answers' }).click();
  await expect.element(conversations().getByRole('status')).toHaveTextContent('1 message found');
  const answer = messages().getByRole('checkbox', { name: /^Ferns like it dark\. *Shade · Answer/ });
  answer.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(answer).toBeChecked();
  const make = conversations().getByRole('button', { name: 'Make a prompt of 1 message' });
  await make.click();
  await dialog().getByRole('button', { name: 'Import 1' }).click();
  await expect.element(dialog()).toMatchTextContent(/1 new, 0 changed/);
  expect((await prompts()).map(({ title }) => title)).toEqual(['Shade']);
  await make.click();
  await expect.element(dialog().getByRole('button', { name: '1 unchanged' })).toBeVisible();
});

test('conversations that cannot be read are named, and the others are listed', async () => {
  open('conversations.json', `[${JSON.stringify(bread)},{"a":"\u0000"},{"mapping":`);
  await expect.element(conversations()).toMatchTextContent(/1 conversation with 2 messages of yours/);
  const unread = conversations().getByText('2 conversations or files could not be read.');
  await unread.click();
  await expect
    .element(
      conversations().getByText(
        'conversations.json: This file ends in the middle of a list. It is not whole.',
      ),
    )
    .toBeVisible();
});

test('other files have no conversations to choose from', async () => {
  open('prompts.json', JSON.stringify([{ title: 'Greeting', content: 'Hello' }]));
  await expect.element(plan()).toMatchTextContent(/Greeting/);
  await expect.element(conversations()).not.toBeInTheDocument();
});
