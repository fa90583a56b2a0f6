import { pressTool } from '../screens/screens.ts';
import { expect, test } from '../stage/stage.ts';
import { createProject, createPrompt, signUp } from '../stage/workspace.ts';

test('the browser finds nothing that would keep the app from being installed, and every picture of its manifest', async ({
  newDevice,
  person,
}) => {
  const { page, context, appIsKept } = await newDevice({ serviceWorkers: 'allow' });
  await signUp(page, person);
  await appIsKept();
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A window that keeps nothing installs nothing; each test has such a one.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { data = '', errors } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data);
  const pictures: { src: string; sizes: string; type: string }[] = [
    ...manifest.icons,
    ...manifest.screenshots,
  ];
  expect(pictures.length).toBeGreaterThan(6);
  for (const { src, sizes, type } of pictures) {
    const answer = await page.request.get(src);
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type]);
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes]);
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).ok()).toBe(true);
});

test("in the title bar's place, the app leaves room for the buttons of the system", async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({ viewport: { width: 1024, height: 700 } });
  await signUp(page, person);
  await createProject(page, 'Letters');
  await createPrompt(page, 'Greeting');
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest.display_override).toEqual(['window-controls-overlay']);
  const header = page.getByRole('banner');
  const before = (await header.boundingBox())?.height;
  // A browser shows its title bar's geometry in these only where the app is installed.
  await page.evaluate(() => {
    const { style } = document.documentElement;
    style.setProperty('--titlebar-height', '33px');
    style.setProperty('--titlebar-left', '78px');
    style.setProperty('--titlebar-right', '140px');
  });
  const edges = await header.evaluate((element) =>
    [...element.children]
      .map((child) => child.getBoundingClientRect())
      .map(({ left, right }) => [left, right]),
  );
  expect(Math.min(...edges.flat())).toBeGreaterThanOrEqual(78);
  expect(Math.max(...edges.flat())).toBeLessThanOrEqual(1024 - 140);
  expect((await header.boundingBox())?.height).toBe(before);
  await pressTool(page, 'Fullscreen');
  const tools = page.getByRole('dialog', { name: 'Fullscreen editor' }).getByRole('button');
  const tops = await tools.evaluateAll((found) => found.map((tool) => tool.getBoundingClientRect().top));
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(33);
});
