import { expect, test } from './stage.ts';
import { signUp } from './workspace.ts';

test('the browser finds nothing that would keep the app from being installed, and every picture of its manifest', async ({
  newDevice,
  person,
}) => {
  const { page, context, appIsKept } = await newDevice();
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
