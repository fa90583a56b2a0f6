/** The languages of the screens, and their directions; `every-screen.long.spec.ts` walks over all of them in a pseudo-language. */
import { expect, test } from '../stage/stage.ts';
import { registerByRequest } from '../stage/workspace.ts';

// No worker is part of what is tested here.

test('the sync chip is read in full on every width, in German as well', async ({ newDevice, person }) => {
  const { page } = await newDevice({ locale: 'de-DE', viewport: { width: 1280, height: 800 } });
  await registerByRequest(page, person);
  await page.goto('/');
  const chip = page.getByRole('status', { name: 'Sync-Status' });
  await expect(chip).toHaveText('Synchron');
  for (const width of [1280, 768, 640, 560, 390, 375]) {
    await page.setViewportSize({ width, height: 400 });
    const hidden = await chip
      .getByText('Synchron')
      .evaluate((words) => words.scrollWidth - words.clientWidth);
    expect(hidden, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});
