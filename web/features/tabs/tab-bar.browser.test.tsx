import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import type { OpenTab } from './open-tab.ts';
import { TabBar } from './tab-bar.tsx';

const tab = (id: number, title: string, isGone = false): OpenTab => ({
  id,
  title,
  projectName: 'Letters',
  color: 'teal',
  isGone,
});
const three = [tab(1, 'Answer'), tab(2, 'Bid farewell'), tab(3, 'Congratulate')];

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

function open(tabs: readonly OpenTab[] = three, canCreate = true, previewId: number | null = null) {
  const calls: string[] = [];
  function Scene() {
    const [openTabs, setOpenTabs] = useState(tabs);
    const [selected, setSelected] = useState<number | null>(tabs[0]?.id ?? null);
    return (
      <TabBar
        tabs={openTabs}
        selectedId={selected}
        previewId={previewId}
        canCreate={canCreate}
        onSelect={(id) => {
          calls.push(`select ${id}`);
          setSelected(id);
        }}
        onKeep={(id) => calls.push(`keep ${id}`)}
        onMove={(id, place) => calls.push(`move ${id} to ${place}`)}
        onClose={(id) => {
          calls.push(`close ${id}`);
          setOpenTabs((before) => before.filter((other) => other.id !== id));
          if (id === selected) setSelected(openTabs.find((other) => other.id !== id)?.id ?? null);
        }}
        onNewPrompt={() => calls.push('new prompt')}
        reopenClosed={() => null}
      />
    );
  }
  drawn = draw(<Scene />, { width: '640px', height: 'auto' });
  return { calls };
}

const named = (name: string | RegExp) => page.getByRole('tab', { name });
const focused = () => document.activeElement?.textContent;

test('the tab bar says when nothing is open, and offers a new prompt where there is a project', async () => {
  const { calls } = open([]);
  await expect.element(page.getByText('No prompts open')).toBeVisible();
  await page.getByRole('button', { name: 'Add prompt' }).click();
  expect(calls).toEqual(['new prompt']);
});

test('the tab bar offers no new prompt where there is no project', async () => {
  open([], false);
  await expect.element(page.getByText('No prompts open')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add prompt' })).not.toBeInTheDocument();
});

test('the list owns its tabs, and the selected one says so', async () => {
  open();
  const list = page.getByRole('tablist', { name: 'Open prompts' });
  await expect.element(list).toBeInTheDocument();
  const owned = list.element().getAttribute('aria-owns')?.split(' ') ?? [];
  expect(owned.map((id) => document.getElementById(id)?.textContent)).toEqual(
    three.map(({ title }) => title),
  );
  await expect.element(named('Answer')).toHaveAttribute('aria-selected', 'true');
  await named('Congratulate').click();
  await expect.element(named('Congratulate')).toHaveAttribute('aria-selected', 'true');
  await expect.element(named('Answer')).toHaveAttribute('aria-selected', 'false');
});

test('arrows move between the tabs, Enter selects, Delete closes and the focus is on a tab', async () => {
  const { calls } = open();
  await named('Answer').click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(focused).toBe('Bid farewell');
  await userEvent.keyboard('{End}{ArrowRight}');
  await expect.poll(focused).toBe('Answer');
  await userEvent.keyboard('{ArrowRight}{Delete}');
  await expect.poll(focused).toBe('Congratulate');
  await expect.element(named('Answer')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Delete}');
  await expect.poll(focused).toBe('Answer');
  expect(calls).toEqual(['select 1', 'close 2', 'close 3']);
});

test('after Delete on the selected tab the focus is on the tab that is selected then', async () => {
  open();
  await named('Bid farewell').click();
  await userEvent.keyboard('{Delete}');
  await expect.element(named('Bid farewell')).not.toBeInTheDocument();
  await expect.element(named('Answer')).toHaveFocus();
  await expect.element(named('Answer')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Delete}');
  await expect.element(named('Congratulate')).toHaveFocus();
  await expect.element(named('Congratulate')).toHaveAttribute('aria-selected', 'true');
});

test('a tab is selected when the mouse goes down on it, once, and by another button not at all', async () => {
  const { calls } = open();
  await expect.element(named('Bid farewell')).toBeVisible();
  const second = named('Bid farewell').element();
  const send = (type: string, init: MouseEventInit) =>
    second.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...init }));
  send('mousedown', { button: 2 });
  send('mousedown', { button: 0, ctrlKey: true });
  expect(calls).toEqual([]);
  (named('Answer').element() as HTMLElement).focus();
  send('mousedown', { button: 0 });
  // The browser gives it to the pressed tab, which it does not do for an event of a script.
  expect(document.activeElement).toBe(document.body);
  await expect.element(named('Bid farewell')).toHaveAttribute('aria-selected', 'true');
  send('mouseup', { button: 0, detail: 1 });
  send('click', { button: 0, detail: 1 });
  expect(calls).toEqual(['select 2']);
  // Of a reader of the screen, or of a script.
  send('click', {});
  expect(calls).toEqual(['select 2', 'select 2']);
  await named('Answer').click();
  expect(calls).toEqual(['select 2', 'select 2', 'select 1']);
  expect(focused()).toBe('Answer');
});

test('the list of all tabs shows whole titles, and finds one by letters, arrows and Enter', async () => {
  const long = 'A title that is a good deal longer than any tab could ever show';
  const { calls } = open([...three, tab(4, long)]);
  await page.getByRole('button', { name: 'All open tabs' }).click();
  const search = page.getByRole('searchbox', { name: 'Search open tabs' });
  await expect.element(search).toHaveFocus();
  const row = (name: string) => page.getByRole('listitem').getByRole('button', { name: `${name} Letters` });
  await expect.element(row('Answer')).toHaveAttribute('aria-current', 'true');
  const { scrollWidth, clientWidth } = row(long).element();
  expect(scrollWidth).toBe(clientWidth);
  await search.fill('con gra');
  await expect.element(row('Answer')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(search).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'All open tabs' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(row('Bid farewell')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(calls).toEqual(['select 3', 'select 2']);
  await page.getByRole('button', { name: 'All open tabs' }).click();
  await search.fill('nothing');
  await expect.element(page.getByText('No open tab has this name.')).toBeVisible();
});

test('a row of the list of all tabs closes its tab by a button and by Delete, and the list stays', async () => {
  const { calls } = open();
  await page.getByRole('button', { name: 'All open tabs' }).click();
  const row = page.getByRole('listitem');
  await row.getByRole('button', { name: 'Close Bid farewell' }).click();
  await expect.element(row.getByRole('button', { name: 'Congratulate Letters' })).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(row.getByRole('button', { name: 'Answer Letters' })).toHaveFocus();
  expect(calls).toEqual(['close 2', 'close 3']);
  expect(row.elements()).toHaveLength(1);
});

test('a preview tab is italic, and is kept by a double click or by its menu', async () => {
  const { calls } = open(three, true, 2);
  const style = (name: string) =>
    getComputedStyle(named(name).element().querySelector('.tab-words') ?? document.body).fontStyle;
  await expect.element(named('Answer')).toBeVisible();
  expect([style('Answer'), style('Bid farewell')]).toEqual(['normal', 'italic']);
  await named('Bid farewell').dblClick();
  const kept = () => calls.filter((call) => call.startsWith('keep'));
  await expect.poll(kept).toEqual(['keep 2']);
  await named('Bid farewell').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Keep open' }).click();
  await expect.poll(kept).toEqual(['keep 2', 'keep 2']);
  await named('Answer').click({ button: 'right' });
  await expect.element(page.getByRole('menu', { name: 'Tab menu of Answer' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Keep open' }).elements()).toEqual([]);
});

test('the menu of a tab closes those to its right', async () => {
  const { calls } = open();
  await named('Answer').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close to the right' }).click();
  await expect.element(named('Congratulate')).not.toBeInTheDocument();
  expect(calls).toEqual(['select 1', 'close 2', 'close 3']);
  await named('Answer').click({ button: 'right' });
  await expect
    .element(page.getByRole('menuitem', { name: 'Close to the right' }))
    .toHaveAttribute('aria-disabled', 'true');
});

test('a tab closes by its button and by the middle button, without being selected', async () => {
  const { calls } = open();
  await page.getByRole('button', { name: 'Close Bid farewell' }).click();
  await named('Congratulate').click({ button: 'middle' });
  await expect.element(named('Congratulate')).not.toBeInTheDocument();
  expect(calls).toEqual(['close 2', 'close 3']);
});

test('the focus goes to the neighbour of a tab that is closed by its button, and stays where it was otherwise', async () => {
  open();
  await page.getByRole('button', { name: 'Close Bid farewell' }).click();
  await expect.element(named('Congratulate')).toHaveFocus();
  await named('Answer').click({ button: 'middle' });
  await expect.element(named('Answer')).not.toBeInTheDocument();
  await expect.element(named('Congratulate')).toHaveFocus();
  await page.getByRole('button', { name: 'Close Congratulate' }).click();
  await expect.element(page.getByRole('button', { name: 'Add prompt' })).toHaveFocus();
});

test('the tab bar cuts a long title at 120 pixels and keeps 40 free at the end, and 40 for the list of all tabs', async () => {
  open([tab(1, 'A title that is a good deal longer than any tab could ever show')]);
  await expect.element(named(/^A title/)).toBeVisible();
  const text = document.querySelector('.tab-words')?.getBoundingClientRect().width ?? 0;
  expect(text).toBe(120);
  const strip = document.querySelector('.tabs-strip')?.getBoundingClientRect().right ?? 0;
  const bar = document.querySelector('.tabs')?.getBoundingClientRect().right ?? 0;
  expect(bar - strip).toBe(80);
  const list = page.getByRole('button', { name: 'All open tabs' }).element().getBoundingClientRect();
  expect([list.left - strip, bar - list.right]).toEqual([0, 40]);
  expect(page.getByRole('button', { name: 'Add prompt' }).element().getBoundingClientRect().width).toBe(40);
});

test('the selected tab is scrolled into sight', async () => {
  open(Array.from({ length: 20 }, (_, index) => tab(index + 1, `Prompt number ${index + 1}`)));
  await named('Prompt number 1').first().click();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(named('Prompt number 20')).toHaveAttribute('aria-selected', 'true');
  await expect.element(named('Prompt number 20')).toBeInViewport();
});

test('a prompt that was deleted elsewhere keeps its tab, and says what became of it', async () => {
  open([tab(1, 'Answer', true)]);
  await expect.element(named('Answer')).toHaveAttribute('data-tooltip', 'Answer (deleted on another device)');
});

test('the strip fades out where there are more tabs, and keeps the selected one in sight as it gets narrower', async () => {
  open(Array.from({ length: 8 }, (_, index) => tab(index + 1, `Prompt number ${index + 1}`)));
  const last = named('Prompt number 8');
  await expect.element(last).toBeInTheDocument();
  const strip = document.querySelector('.tabs-strip');
  await expect.poll(() => strip?.matches('[data-more-after]:not([data-more-before])')).toBe(true);
  await named('Prompt number 4').click();
  drawn?.element.style.setProperty('width', '320px');
  await expect.element(named('Prompt number 4')).toBeInViewport({ ratio: 1 });
  await expect.poll(() => strip?.matches('[data-more-after][data-more-before]')).toBe(true);
  strip?.dispatchEvent(new WheelEvent('wheel', { deltaY: 5000, cancelable: true }));
  await expect.element(last).toBeInViewport();
  await expect.poll(() => strip?.matches('[data-more-before]:not([data-more-after])')).toBe(true);
  drawn?.element.style.setProperty('width', '3000px');
  await expect.poll(() => strip?.matches('[data-more-before], [data-more-after]')).toBe(false);
});

test('the menu of a tab closes it, the others, or all', async () => {
  const { calls } = open();
  await named('Bid farewell').click({ button: 'right' });
  await page
    .getByRole('menu', { name: 'Tab menu of Bid farewell' })
    .getByText('Close', { exact: true })
    .click();
  await expect.element(named('Bid farewell')).not.toBeInTheDocument();
  await named('Congratulate').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close others' }).click();
  await expect.element(named('Answer')).not.toBeInTheDocument();
  await expect.element(named('Congratulate')).toHaveFocus();
  await named('Congratulate').click({ button: 'right' });
  await expect
    .element(page.getByRole('menuitem', { name: 'Close all' }))
    .toHaveAttribute('aria-disabled', 'true');
  expect(calls).toEqual(['close 2', 'select 3', 'close 1']);
});

/** A finger on a tab: what a browser sends while it goes along the strip. */
function finger(name: string) {
  const from = named(name).element();
  const { top, height } = from.getBoundingClientRect();
  const all = { pointerId: 5, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true };
  const send = (type: string, x: number) =>
    from.dispatchEvent(new PointerEvent(type, { ...all, clientX: x, clientY: top + height / 2 }));
  const middle = (of: string) => {
    const box = named(of).element().getBoundingClientRect();
    return box.left + box.width / 2;
  };
  const touchMove = () =>
    from.dispatchEvent(new TouchEvent('touchmove', { bubbles: true, cancelable: true }));
  return {
    down: () => send('pointerdown', middle(name)),
    hold: () => from.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    goTo: (other: string, by = 0) => send('pointermove', middle(other) + by),
    up: (other: string, by = 0) => send('pointerup', middle(other) + by),
    /** Returns whether the page may scroll. */
    mayScroll: touchMove,
  };
}

test('a finger that is held and then moved drags a tab, and the menu that had opened closes', async () => {
  const { calls } = open();
  await expect.element(named('Answer')).toBeVisible();
  const on = finger('Answer');
  on.down();
  expect(on.mayScroll()).toBe(true);
  on.hold();
  await expect.element(page.getByRole('menu')).toBeVisible();
  expect(on.mayScroll()).toBe(false);
  on.goTo('Answer', 8);
  await expect.element(page.getByRole('menu')).toBeVisible();
  on.goTo('Congratulate', 40);
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  on.up('Congratulate', 40);
  expect(calls).toEqual(['move 1 to 2']);
  expect(on.mayScroll()).toBe(true);
});

test('a finger that is held and lifted leaves the menu, and one that moves at once drags nothing', async () => {
  const { calls } = open();
  await expect.element(named('Answer')).toBeVisible();
  const on = finger('Bid farewell');
  on.down();
  on.goTo('Answer');
  expect(on.mayScroll()).toBe(true);
  on.up('Answer');
  on.down();
  on.hold();
  on.up('Bid farewell');
  await expect.element(page.getByRole('menu', { name: 'Tab menu of Bid farewell' })).toBeVisible();
  expect(calls).toEqual([]);
});
