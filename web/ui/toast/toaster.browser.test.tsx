import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';

let drawn: Drawn | undefined;
afterEach(() => {
  vi.useRealTimers();
  drawn?.close();
});

/** Of toasts alone: what tests wait for goes on in real time. */
const stopTheClock = () =>
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'requestAnimationFrame', 'cancelAnimationFrame'] });
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds + 17);

function open() {
  const scene = draw(<button type="button">Elsewhere</button>);
  drawn = scene;
  return scene;
}

const region = () => page.getByRole('region', { name: 'Notifications (F8)' });
const card = () => document.querySelector<HTMLElement>('.chakra-toast__root');

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
  await expect.element(region().getByRole('status')).not.toBeInTheDocument();
  expect(document.querySelectorAll('.chakra-toast__root')).toHaveLength(1);
});

/** Returns how often, and how, a text is announced that comes to be: once for each live region that it is in. */
function announcements(text: string): string[] {
  const byRole: Record<string, string> = { alert: 'assertive', status: 'polite', log: 'polite' };
  const found: string[] = [];
  for (let at: Element | null = page.getByText(text).element(); at !== null; at = at.parentElement)
    found.push(at.getAttribute('aria-live') ?? byRole[at.getAttribute('role') ?? ''] ?? 'off');
  return found.filter((live) => live !== 'off');
}

test('a toast is announced once: a failure at once, anything else when its turn comes', async () => {
  const { toaster } = open();
  toaster.show({ title: 'Project created' });
  await expect.element(page.getByText('Project created')).toBeVisible();
  expect(announcements('Project created')).toEqual(['polite']);
  toaster.show({ title: 'Search failed', kind: 'destructive' });
  await expect.element(page.getByText('Search failed')).toBeVisible();
  expect(announcements('Search failed')).toEqual(['assertive']);
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

test('a toast follows the finger that swipes it, and goes back where it was too short', async () => {
  const { toaster } = open();
  toaster.show({ title: 'Follow me' });
  await expect.element(page.getByText('Follow me')).toBeVisible();
  const place = () => card()?.getBoundingClientRect().left ?? 0;
  const before = place();
  const at = { isPrimary: true, button: 0, pointerId: 1, clientY: 300, bubbles: true };
  const send = (type: string, clientX: number) =>
    card()?.dispatchEvent(new PointerEvent(type, { ...at, clientX }));
  // A pointer that a test made up cannot be captured.
  const element = card();
  if (element !== null) element.setPointerCapture = () => {};
  send('pointerdown', 100);
  send('pointermove', 130);
  expect(place()).toBe(before + 30);
  send('pointerup', 130);
  await expect.poll(place).toBe(before);
});

test('a toast that says no time of its own is on the screen for 5000 ms, whatever was before it', async () => {
  stopTheClock();
  const { toaster } = open();
  toaster.show({ title: 'Before' });
  await expect.element(page.getByText('Before')).toBeVisible();
  pass(4_000);
  toaster.show({ title: 'Briefly' });
  await expect.element(page.getByText('Briefly')).toBeVisible();
  await expect.element(page.getByText('Before')).not.toBeInTheDocument();
  pass(4_900);
  await expect.element(page.getByText('Briefly')).toBeVisible();
  pass(100);
  await expect.element(page.getByText('Briefly')).not.toBeInTheDocument();
});

test('a toast stays as long as it says, and for good where it says so', async () => {
  stopTheClock();
  const { toaster } = open();
  toaster.show({ title: 'Nothing to undo', duration: 2000 });
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  pass(2_000);
  await expect.element(page.getByText('Nothing to undo')).not.toBeInTheDocument();
  toaster.show({ title: 'For good', duration: Number.POSITIVE_INFINITY });
  await expect.element(page.getByText('For good')).toBeVisible();
  pass(1_000_000);
  await expect.element(page.getByText('For good')).toBeVisible();
});

test('dismissing names the toast that is meant, so that a later one stays', async () => {
  const { toaster } = open();
  const first = toaster.show({ title: 'First' });
  toaster.show({ title: 'Second' });
  toaster.dismiss(first);
  await expect.element(page.getByText('Second')).toBeVisible();
  toaster.dismiss();
  await expect.element(page.getByText('Second')).not.toBeInTheDocument();
});

test('the time of a toast stands still while the pointer is on it, and goes on from there', async () => {
  stopTheClock();
  const { toaster } = open();
  toaster.show({ title: 'Slowly' });
  await expect.element(page.getByText('Slowly')).toBeVisible();
  pass(3_000);
  await userEvent.hover(page.getByText('Slowly'));
  pass(20_000);
  await expect.element(page.getByText('Slowly')).toBeVisible();
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  pass(1_800);
  await expect.element(page.getByText('Slowly')).toBeVisible();
  pass(200);
  await expect.element(page.getByText('Slowly')).not.toBeInTheDocument();
});

/** Waits until the toast has met the pointer at rest, and does not wait for it. */
async function goesOnUnderPointer(title: string): Promise<void> {
  await expect.element(page.getByText(title)).toBeVisible();
  await expect.poll(() => card()?.matches(':hover:not([data-paused])')).toBe(true);
}

test('a toast that appears under a pointer at rest goes in its time, and so does the one in its place', async () => {
  stopTheClock();
  const { toaster } = open();
  // The pointer may rest where the toast comes, of the test before.
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  toaster.show({ title: 'First' });
  await userEvent.hover(page.getByText('First'));
  const waits = () => card()?.matches('[data-paused]');
  await expect.poll(waits).toBe(true);
  toaster.show({ title: 'In its place' });
  await goesOnUnderPointer('In its place');
  pass(5_000);
  await expect.element(page.getByText('In its place')).not.toBeInTheDocument();
  toaster.show({ title: 'Under it' });
  await goesOnUnderPointer('Under it');
  pass(5_000);
  await expect.element(page.getByText('Under it')).not.toBeInTheDocument();
});

test('F8 brings the focus to it, where it waits, and Escape dismisses it and gives the focus back', async () => {
  stopTheClock();
  const { toaster } = open();
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  await elsewhere.click();
  toaster.show({ title: 'By keys' });
  await expect.element(page.getByText('By keys')).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(region()).toHaveFocus();
  pass(20_000);
  await expect.element(page.getByText('By keys')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('By keys')).not.toBeInTheDocument();
  await expect.element(elsewhere).toHaveFocus();
});

test('F8 without a toast, or with another key, leaves the focus where it is', async () => {
  const { toaster } = open();
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  await elsewhere.click();
  let left = 0;
  elsewhere.element().addEventListener('blur', () => (left += 1));
  await userEvent.keyboard('{F8}');
  toaster.show({ title: 'Not asked for' });
  await expect.element(page.getByText('Not asked for')).toBeVisible();
  await userEvent.keyboard('{Shift>}{F8}{/Shift}');
  await expect.element(elsewhere).toHaveFocus();
  expect(left).toBe(0);
});

test('a toast in the place of the one with the focus has it, and gives it back', async () => {
  const { toaster } = open();
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  await elsewhere.click();
  toaster.show({ title: 'First' });
  await expect.element(page.getByText('First')).toBeVisible();
  await userEvent.keyboard('{F8}{Tab}');
  toaster.show({ title: 'Second' });
  await expect.element(page.getByText('Second')).toBeVisible();
  await expect.element(page.getByText('First')).not.toBeInTheDocument();
  await expect.element(region()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
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
