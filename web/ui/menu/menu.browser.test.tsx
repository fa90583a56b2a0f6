import { Button } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';
import { Menu, MenuItem } from './menu.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

function closed() {
  const chosen: string[] = [];
  drawn = draw(
    <Menu label="Letter" trigger={<Button>More</Button>}>
      <MenuItem onSelect={() => chosen.push('rename')}>Rename</MenuItem>
      <MenuItem staysOpen onSelect={() => chosen.push('send')}>
        Send
      </MenuItem>
      <MenuItem disabled onSelect={() => chosen.push('delete')}>
        Delete
      </MenuItem>
    </Menu>,
  );
  return { chosen };
}

async function opened() {
  const { chosen } = closed();
  await page.getByRole('button', { name: 'More' }).click();
  const item = async (name: string) => {
    const found = page.getByRole('menuitem', { name });
    await expect.element(found).toBeVisible();
    return found.element() as HTMLElement;
  };
  return { chosen, item };
}

test('a menu item is chosen by a click whose press was not drawn yet', async () => {
  const { chosen, item } = await opened();
  const send = await item('Send');
  send.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
  send.click();
  await expect.poll(() => chosen).toEqual(['send']);
});

test('a menu item is chosen once by a click of assistive technology, which never points at it', async () => {
  const { chosen, item } = await opened();
  (await item('Rename')).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(chosen).toEqual(['rename']);
});

test('a menu item is chosen once by a key', async () => {
  const { chosen, item } = await opened();
  await item('Send');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => chosen).toEqual(['send']);
});

async function focusButton(): Promise<void> {
  const more = page.getByRole('button', { name: 'More' });
  await expect.element(more).toBeVisible();
  more.element().focus();
}

/** Both keys are down before the page has drawn anything of the first one. */
function atOnce(...keys: string[]): Promise<void> {
  return userEvent.keyboard(keys.map((key) => `{${key}}`).join(''));
}

test.each([
  ['Enter', 'rename'],
  ['ArrowDown', 'rename'],
])('the first item of a menu is chosen by %s on its button and Enter at once', async (opening, choice) => {
  const { chosen } = closed();
  await focusButton();
  await atOnce(opening, 'Enter');
  await expect.poll(() => chosen).toEqual([choice]);
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
});

test('the arrows that follow the opening key at once go on from the first item', async () => {
  const { chosen } = closed();
  await focusButton();
  await atOnce('Enter', 'ArrowDown', 'Enter');
  await expect.poll(() => chosen).toEqual(['send']);
});

/** Items that are read from the device first, or a page that is slow to draw them. */
function Late({ frames, children }: { readonly frames: number; readonly children: ReactNode }) {
  const [left, setLeft] = useState(frames);
  useEffect(() => {
    if (left === 0) return;
    const frame = requestAnimationFrame(() => setLeft(left - 1));
    return () => cancelAnimationFrame(frame);
  }, [left]);
  return left === 0 && children;
}

test.each([
  ['Enter', ['rename', 'send']],
  ['ArrowUp', ['delete']],
])('items that are drawn late are gone through from where %s begins', async (opening, choices) => {
  const chosen: string[] = [];
  drawn = draw(
    <Menu label="Letter" trigger={<Button>More</Button>}>
      <Late frames={20}>
        {['rename', 'send', 'delete'].map((name) => (
          <MenuItem key={name} onSelect={() => chosen.push(name)}>
            {name}
          </MenuItem>
        ))}
      </Late>
    </Menu>,
  );
  for (const index of choices.keys()) {
    await focusButton();
    await atOnce(opening, ...Array.from({ length: index }, () => 'ArrowDown'), 'Enter');
    await expect.poll(() => chosen).toEqual(choices.slice(0, index + 1));
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  }
});

test('Escape right after the opening key closes the menu', async () => {
  const { chosen } = closed();
  await focusButton();
  await atOnce('Enter', 'Escape');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'More' })).toHaveAttribute('aria-expanded', 'false');
  expect(chosen).toEqual([]);
});

test('a disabled menu item is not chosen by a click', async () => {
  const { chosen, item } = await opened();
  (await item('Delete')).click();
  (await item('Send')).click();
  await expect.poll(() => chosen).toEqual(['send']);
});
