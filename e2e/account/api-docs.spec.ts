/** The page of the API as whoever writes a program sees it, under the strict content policy. */
import { expect, test } from '../stage/stage.ts';

test('the page of the API shows the fields of each answer of a pull, and asks nobody else', async ({
  newDevice,
  server,
}) => {
  const { page } = await newDevice();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin)) elsewhere.push(request.url());
  });
  await page.goto('/api/docs#/Pull/pullPrompt');
  const pull = page.locator('#operations-Pull-pullPrompt');
  const ok = pull.locator('.response[data-code="200"]');
  await expect(ok).toBeVisible();
  for (const field of ['"variables"', '"unresolved"', '"proved"']) await expect(ok).toContainText(field);
  await expect(ok.getByRole('combobox').getByRole('option')).toHaveText(['application/json', 'text/plain']);
  await ok.getByRole('tab', { name: 'Schema' }).click();
  // The other answer of the two: the messages of a chat.
  await ok.getByRole('button', { name: 'Expand all' }).first().click();
  await expect(ok.getByText('role', { exact: true })).toBeVisible();
  expect(elsewhere).toEqual([]);
});
