import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';
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

test('a fast Escape closes the menu of themes', async () => {
  drawn = draw(<ThemeToggle />);
  await expect.element(choose).toBeVisible();
  choose.element().focus();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(choose).toHaveAttribute('aria-expanded', 'false');
});
