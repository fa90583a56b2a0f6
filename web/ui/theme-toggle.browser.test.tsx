import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from './testing/drawn.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

const choose = page.getByRole('button', { name: 'Choose theme' });

test('the menu of themes opens with the first press, and gives the focus back to its button', async () => {
  drawn = draw(<ThemeToggle />);
  await choose.click();
  await expect.element(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(choose).toHaveFocus();
});

test('a fast Escape closes the menu of themes, and one that comes before it is loaded keeps it closed', async () => {
  let load = () => {};
  drawn = draw(
    <ThemeToggle
      loadMenu={async () => {
        await new Promise<void>((resolve) => {
          load = resolve;
        });
        return (await import('./theme-menu.tsx')).ThemeMenu;
      }}
    />,
  );
  await expect.element(choose).toBeVisible();
  choose.element().focus();
  await userEvent.keyboard('{Enter}{Escape}');
  load();
  await userEvent.keyboard('{Enter}');
  load();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(choose).toHaveAttribute('aria-expanded', 'false');
});

test('a toast names a menu of themes that cannot be loaded, and the next press tries again', async () => {
  let tries = 0;
  drawn = draw(
    <ThemeToggle
      loadMenu={async () => {
        tries += 1;
        throw new TypeError('Failed to fetch');
      }}
    />,
  );
  await choose.click();
  const shown = 'Themes could not be loaded: Check the connection and try again.';
  await expect.poll(() => drawn?.toasts).toEqual([shown]);
  const before = tries;
  await choose.click();
  await expect.poll(() => tries).toBeGreaterThan(before);
});
