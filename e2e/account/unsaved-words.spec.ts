/** Words that were typed and are in no row yet: a prompt that was deleted elsewhere, and a note in writing. */
import { expect, test } from '../stage/stage.ts';
import { everythingIsSynced, promptContent, textOf } from '../stage/workspace.ts';
import { deleteElsewhere, draftsOf, furnish } from './unsaved-words-scene.ts';

// No worker is part of what is tested here.

test('a prompt that was deleted elsewhere can be read and copied, and takes no words that would be nowhere', async ({
  newDevice,
  server,
  person,
}) => {
  const { page } = await newDevice();
  await furnish(page, person);
  await deleteElsewhere(page, server.origin);
  await expect(page.getByText('Prompt no longer exists.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Brief' })).toBeVisible();
  await expect(promptContent(page)).toHaveAttribute('aria-readonly', 'true');
  await expect(page.getByRole('button', { name: 'Save New Version' })).toBeDisabled();
  await expect(page.getByText('auto-saved')).toHaveCount(0);
  await promptContent(page).focus();
  await page.keyboard.type(', wait');
  expect(await textOf(page)).toBe('Dear reader');
  await everythingIsSynced(page);
  expect(await draftsOf(page)).toEqual([]);
});
