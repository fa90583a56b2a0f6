/** Tests the installable app: it can be installed, caches itself and nothing of the API, and resolves its addresses. */
import { expect, test } from '../stage/stage.ts';

test.use({ serviceWorkers: 'allow' });

test('an address that leads nowhere says so, with a network and without', async ({ newDevice }) => {
  const device = await newDevice();
  await device.page.goto('/nowhere/at/all');
  await expect(device.page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(device.page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await device.appIsKept();
  await device.cutNetwork();
  await device.page.goto('/nowhere/else');
  await expect(device.page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});
