import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from './testing/drawn.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

function open() {
  const scene = draw(<button type="button">Elsewhere</button>);
  drawn = scene;
  return scene;
}

const region = () => page.getByRole('region', { name: 'Notifications (F8)' });
const card = () => document.querySelector<HTMLElement>('.ui-toast');

/** A finger or a pen that goes so many pixels to the right. */
function swipe(pixels: number): void {
  const from = { isPrimary: true, button: 0, pointerId: 7, clientY: 300, bubbles: true };
  const send = (type: string, clientX: number) =>
    card()?.dispatchEvent(new PointerEvent(type, { ...from, clientX }));
  send('pointerdown', 100);
  send('pointerup', 100 + pixels);
}

test('a failure interrupts, anything else waits its turn; both are said with their description', async () => {
  const { toaster } = open();
  await expect.element(region()).toBeInTheDocument();
  toaster.show({ title: 'Project created', description: 'Project "Letters" has been created successfully.' });
  await expect
    .element(region().getByRole('status'))
    .toHaveTextContent('Project createdProject "Letters" has been created successfully.');
  toaster.show({ title: 'Search failed', kind: 'destructive' });
  await expect.element(region().getByRole('alert')).toHaveTextContent('Search failed');
  await expect.element(region().getByRole('status')).toHaveTextContent('');
  expect(document.querySelectorAll('.ui-toast')).toHaveLength(1);
});

test('the viewport is at most 420 px wide', async () => {
  await page.viewport(1000, 700);
  const { toaster } = open();
  toaster.show({ title: 'x'.repeat(300) });
  await expect.element(region()).toBeInTheDocument();
  expect(region().element().getBoundingClientRect().width).toBe(420);
  await page.viewport(360, 700);
  await expect.poll(() => region().element().getBoundingClientRect().width).toBe(360);
});

test('a swipe to the right of 50 px dismisses it, a shorter one and one to the left do not', async () => {
  const { toaster } = open();
  toaster.show({ title: 'Swipe me' });
  await expect.element(page.getByText('Swipe me')).toBeVisible();
  swipe(49);
  swipe(-80);
  await expect.element(page.getByText('Swipe me')).toBeVisible();
  swipe(50);
  await expect.element(page.getByText('Swipe me')).not.toBeInTheDocument();
});

test('a toast that says no time of its own is on the screen for 5000 ms', async () => {
  const { toaster, clock } = open();
  toaster.show({ title: 'Briefly' });
  clock.pass(4_999);
  await expect.element(page.getByText('Briefly')).toBeVisible();
  clock.pass(1);
  await expect.element(page.getByText('Briefly')).not.toBeInTheDocument();
});

test('a toast stays while the pointer is on it', async () => {
  const { toaster, clock } = open();
  toaster.show({ title: 'Slowly' });
  await userEvent.hover(page.getByText('Slowly'));
  clock.pass(20_000);
  await expect.element(page.getByText('Slowly')).toBeVisible();
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  clock.pass(5_000);
  await expect.element(page.getByText('Slowly')).not.toBeInTheDocument();
});

test('a toast that appears under a pointer at rest goes in its time, and so does the one in its place', async () => {
  const { toaster, clock } = open();
  toaster.show({ title: 'First' });
  await userEvent.hover(page.getByText('First'));
  const isUnderPointer = () => card()?.matches(':hover');
  await expect.poll(isUnderPointer).toBe(true);
  toaster.show({ title: 'In its place' });
  await expect.element(page.getByText('In its place')).toBeVisible();
  await expect.poll(isUnderPointer).toBe(true);
  clock.pass(5_000);
  await expect.element(page.getByText('In its place')).not.toBeInTheDocument();
  toaster.show({ title: 'Under it' });
  await expect.poll(isUnderPointer).toBe(true);
  clock.pass(5_000);
  await expect.element(page.getByText('Under it')).not.toBeInTheDocument();
});

test('F8 brings the focus to it, where it waits, and Escape dismisses it and gives the focus back', async () => {
  const { toaster, clock } = open();
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  await elsewhere.click();
  toaster.show({ title: 'By keys' });
  await expect.element(page.getByText('By keys')).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(region()).toHaveFocus();
  clock.pass(20_000);
  await expect.element(page.getByText('By keys')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('By keys')).not.toBeInTheDocument();
  await expect.element(elsewhere).toHaveFocus();
});

test('a toast with an action is dismissed by it, and the action runs', async () => {
  const { toaster } = open();
  const runs: string[] = [];
  toaster.show({ title: 'Label moved', action: { label: 'Show the moves', run: () => runs.push('run') } });
  await page.getByRole('button', { name: 'Show the moves' }).click();
  await expect.element(page.getByText('Label moved')).not.toBeInTheDocument();
  await expect.poll(() => runs).toEqual(['run']);
});
