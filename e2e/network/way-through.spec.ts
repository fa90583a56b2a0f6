/** A proxy with a sign-in of its own, whose session ends while somebody works. */
import { type FrontProxy, startFrontProxy } from '../stage/front-proxy.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent, syncStatus } from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const page = (body: string) => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body });

/** Sends each request to its sign-in page, as oauth2-proxy does, until somebody signs in. */
function askForSignIn(proxy: FrontProxy): void {
  proxy.follow({
    answer({ path }) {
      if (path === '/sign-in') return page('<h1>Company sign-in</h1><a href="/signed-in">Sign in</a>');
      if (path !== '/signed-in') return { status: 302, headers: { Location: '/sign-in' }, body: '' };
      proxy.follow({});
      return { status: 302, headers: { Location: '/?through=1' }, body: '' };
    },
  });
}

test('a person gets through a proxy whose session has ended, and what was typed meanwhile is synced', async ({
  server,
  newDevice,
  person,
}) => {
  await using proxy = await startFrontProxy(server.origin);
  const { page, appIsKept } = await newDevice({ baseURL: proxy.origin });
  await openFurnished(page, person);
  await appIsKept();
  await expect(promptContent(page)).toContainText('Code reviewer');
  await expect(syncStatus(page)).toHaveText('Synced');

  askForSignIn(proxy);
  await promptContent(page).press('Control+End');
  await page.keyboard.type(' typed behind the proxy');
  // Of slow typing more than one save is made.
  await expect(syncStatus(page)).toHaveText(/^Stopped on the way, \d waiting$/);
  await page.reload();
  await expect(promptContent(page)).toContainText('typed behind the proxy');
  await expect(syncStatus(page)).toContainText('Stopped on the way');

  await syncStatus(page).getByRole('button').click();
  await page.getByRole('dialog', { name: 'Sync' }).getByRole('link', { name: 'Get through' }).click();
  await expect(page.getByRole('heading', { name: 'Company sign-in' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(promptContent(page)).toContainText('typed behind the proxy');
  await expect(syncStatus(page)).toHaveText('Synced');
});
