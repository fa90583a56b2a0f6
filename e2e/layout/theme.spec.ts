/** The theme is there before anything is painted: none of the app's own code has run in these. */
import { expect, test } from '../stage/stage.ts';

const cases = [
  { stored: null, system: 'light', theme: 'dark' },
  { stored: null, system: 'dark', theme: 'dark' },
  { stored: 'light', system: 'dark', theme: 'light' },
  { stored: 'dark', system: 'light', theme: 'dark' },
  { stored: 'system', system: 'light', theme: 'light' },
  { stored: 'system', system: 'dark', theme: 'dark' },
  { stored: 'sepia', system: 'light', theme: 'light' },
] as const;

test('the first paint has the stored theme, dark where none is stored, and the system theme else', async ({
  newDevice,
}) => {
  for (const { stored, system, theme } of cases) {
    const { page } = await newDevice({ colorScheme: system });
    await page.route('**/assets/**', (route) => route.abort());
    await page.addInitScript((value) => {
      if (value !== null) localStorage.setItem('theme', value);
    }, stored);
    await page.goto('/auth');
    await expect(page.locator('html'), `${stored} on a ${system} system`).toHaveClass(theme);
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
    // Frames of a ring that moves would take longer than the start that it waits for.
    await expect(page.locator('.waiting-circle')).toHaveCSS('animation-name', 'none');
  }
});

test('the toggle switches between dark and light, and system follows the operating system', async ({
  newDevice,
}) => {
  const { page } = await newDevice({ colorScheme: 'light' });
  await page.goto('/auth');
  const root = page.locator('html');
  await expect(root).toHaveClass('dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(root).toHaveClass('light');
  await page.reload();
  await expect(root).toHaveClass('light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(root).toHaveClass('dark');
  await page.getByRole('button', { name: 'Choose theme' }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect(root).toHaveClass('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveClass('dark');
});
