/** The content policy is never violated: neither by a page, nor by its workers, nor by the service worker. */
import { runOn } from '../screens/try-it-screens.ts';
import { startFrontProxy } from '../stage/front-proxy.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent, syncStatus } from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const reportPath = '/policy-reports';

/** Reports come from every context that a policy applies to, workers included. */
function reporting(reports: string[]) {
  return {
    answer: ({ path, body }: { path: string; body: string }) => {
      if (path !== reportPath) return null;
      reports.push(body);
      return { status: 204, headers: {}, body: '' };
    },
    headers: (headers: Record<string, string | string[] | undefined>) => {
      const policy = headers['content-security-policy'];
      if (policy === undefined) return headers;
      return { ...headers, 'content-security-policy': `${policy}; report-uri ${reportPath}` };
    },
  };
}

test('a policy that the admin changed is that of a kept app from its second start on', async ({
  server,
  newDevice,
}) => {
  let connections = '';
  await using proxy = await startFrontProxy(server.origin, {
    headers: (headers) => {
      const policy = headers['content-security-policy'];
      if (typeof policy !== 'string') return headers;
      return { ...headers, 'content-security-policy': policy.replace('connect-src', `$& ${connections}`) };
    },
  });
  const { page, appIsKept } = await newDevice({ baseURL: proxy.origin });
  await page.goto('/auth');
  await appIsKept();
  connections = 'https://models.example';
  const start = async () => (await page.reload())?.headers()['content-security-policy'];
  await expect.poll(start).toContain(`connect-src ${connections} 'self'`);
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('no page, worker or service worker of the app violates the content policy', async ({
  browser,
  server,
  newDevice,
  person,
}) => {
  const reports: string[] = [];
  await using proxy = await startFrontProxy(server.origin, reporting(reports));
  const { page, appIsKept } = await newDevice({ baseURL: proxy.origin });
  await page.goto('/auth');
  await expect(page.getByLabel('Username')).toBeVisible();
  await openFurnished(page, person);
  await appIsKept();
  await expect(promptContent(page)).toBeVisible();

  await page.getByRole('separator', { name: 'Width of the sidebar' }).hover();
  await page.mouse.down();
  await page.mouse.move(500, 300, { steps: 4 });
  await page.mouse.move(2, 300, { steps: 4 });
  await page.mouse.up();

  await page.getByRole('button', { name: 'Switch to View mode' }).click();
  await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search prompts' }).fill('severity');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await syncStatus(page).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
  await page.keyboard.press('Escape');

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const answers = await runOn(page, ['Untrusted one']);
  const source = page.getByRole('button', { name: 'Show answers as source' });
  for (const isMarkdown of [true, false]) {
    if (!isMarkdown) await source.click();
    await expect(answers.getByText('The end of a hostile answer.')).toBeVisible();
    expect(
      await answers.locator('script, iframe, style, [onerror], [onload], [href^=javascript]').count(),
    ).toBe(0);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
  expect(requests.filter((url) => url.includes('elsewhere.example'))).toEqual([]);
  expect(reports).toEqual([]);

  // A negative control, on a page that nothing else watches: a violation does arrive here.
  await using unwatched = await browser.newContext({ baseURL: proxy.origin });
  const violating = await unwatched.newPage();
  await violating.goto('/auth');
  await violating.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "inline"';
    document.head.append(script);
  });
  await expect.poll(() => reports.length).toBe(1);
});
