import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '#shared/model/messages.ts';
import type { AccountContents } from '../../session/account/use-account-deletion.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

function open(contents: AccountContents | null, answer: (password: string) => string | null = () => null) {
  const calls: string[] = [];
  function Scene() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <DeleteAccountDialog
        open={isOpen}
        username="ada"
        contents={contents}
        isRecounted={false}
        onClose={() => setIsOpen(false)}
        onExport={() => calls.push('export')}
        onDelete={async (password) => {
          calls.push(`delete with ${password}`);
          return answer(password);
        }}
      />
    );
  }
  drawn = draw(<Scene />);
  return calls;
}

const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
const password = page.getByRole('textbox', { name: 'Password', exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the question names what goes with the account, what was never sent, and the days of grace', async () => {
  const calls = open({ projects: 3, prompts: 1, files: 0, unsent: 2 });
  await expect
    .element(
      dialog.getByText(
        'This deletes 3 projects, 1 prompt with versions and notes, and 0 files. 2 changes on this device were never sent, and are deleted too.',
      ),
    )
    .toBeVisible();
  await expect.element(dialog.getByText(/^For 30 days the admin/)).toBeVisible();
  await button('Export everything').click();
  await button('Cancel').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toEqual(['export']);
});

test('nothing is deleted without the password, nor before it is known what goes', async () => {
  const calls = open({ projects: 1, prompts: 1, files: 1, unsent: 0 }, (given) =>
    given === 'correct horse' ? null : 'That is not your current password.',
  );
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveAccessibleDescription(messages.passwordRequired);
  await password.fill('guess');
  await button('Delete my account').click();
  await expect.element(password).toHaveAccessibleDescription('That is not your current password.');
  await expect.element(password).toHaveFocus();
  await password.fill('correct horse');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => calls).toEqual(['delete with guess', 'delete with correct horse']);
  drawn?.close();

  const uncounted = open(null);
  await expect.element(dialog.getByText('Counting what will be deleted...')).toBeVisible();
  await expect.element(button('Delete my account')).toBeDisabled();
  expect(uncounted).toEqual([]);
});
