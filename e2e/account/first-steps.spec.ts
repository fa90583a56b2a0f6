import { expect, test } from '../stage/stage.ts';
import { everythingIsSynced, signUpByForm } from '../stage/workspace.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the server says that it is well and hands out the app', async ({ server, request }) => {
  const health = await request.get(`${server.origin}/healthz`);
  expect(health.status()).toBe(200);
  const page = await request.get(server.origin, { headers: { Accept: 'text/html' } });
  expect(await page.text()).toContain('<title>Promptory</title>');
});

test('a visitor is led to the sign-in page, signs up, and finds an empty workspace', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await page.goto('/');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();

  await signUpByForm(page, person);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('No projects yet')).toBeVisible();
  await expect(page.getByText('No prompt selected')).toBeVisible();
  await everythingIsSynced(page);
});
