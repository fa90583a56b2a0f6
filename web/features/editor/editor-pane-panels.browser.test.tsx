import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noPanels, openPane, type PaneScene, promptId } from './editor-pane-scene.tsx';
import type { BesidePanel } from './stage/pane-panels.ts';

const scenes: PaneScene[] = [];
const veil = page.getByRole('button', { name: 'Hide panels' });
const panel: BesidePanel = {
  id: 'notes',
  title: 'Notes',
  content: (
    <aside aria-label="A panel">
      <button type="button">In the panel</button>
    </aside>
  ),
};

/** A text and a panel, in so many pixels; asked to hide it, there is none. */
async function pane(
  width: number,
  beside: readonly BesidePanel[] = [panel],
): Promise<PaneScene & { calls: string[] }> {
  await page.viewport(1280, 720);
  const calls: string[] = [];
  const hide = () => {
    calls.push('hide');
    scene.show(promptId, { beside: [] });
  };
  const scene = await openPane('one', { props: { beside: [], panels: { ...noPanels, hide } } });
  scenes.push(scene);
  scene.widen(width);
  scene.show(promptId, { beside });
  if (beside.length > 0) await expect.element(page.getByText('In the panel')).toBeVisible();
  return { ...scene, calls };
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

describe('a panel that lies over the text', () => {
  test('a panel over the text has the focus, and the text behind its veil can not be reached', async () => {
    const scene = await pane(520);
    await expect.element(veil).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await expect.element(scene.button('In the panel')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}x');
    expect(scene.text()).toBe('one');
    expect(scene.calls).toEqual([]);
  });

  test.each([
    ['a press beside it', () => veil.click({ position: { x: 20, y: 200 } })],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('a panel over the text goes away on %s, and the text has the focus again', async (_what, leave) => {
    const scene = await pane(520);
    await expect.element(veil).toBeVisible();
    await leave();
    await expect.element(veil).not.toBeInTheDocument();
    await expect.element(scene.box).toHaveFocus();
    expect(scene.calls).toEqual(['hide']);
  });

  test('a panel over the text goes before fullscreen does', async () => {
    const scene = await pane(520);
    await page.viewport(520, 720);
    await scene.button('More tools').click();
    await scene.button('Fullscreen').click();
    const modal = page.getByRole('dialog', { name: 'Fullscreen editor' });
    await expect.element(modal).toBeVisible();
    await scene.button('In the panel').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(veil).not.toBeInTheDocument();
    await expect.element(modal).toBeVisible();
    // The text has the focus back, and takes its own Escape first.
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(modal).not.toBeInTheDocument();
    expect(scene.calls).toEqual(['hide']);
  });
});

test('beside the text, a panel takes nothing from it', async () => {
  const scene = await pane(1200);
  await expect.element(veil).not.toBeInTheDocument();
  await expect.element(scene.box).toHaveFocus();
  await scene.type(' more');
  expect(scene.text()).toBe('one more');
  await userEvent.keyboard('{Escape}');
  expect(scene.calls).toEqual([]);
});

test('a panel that is in a window of its own lies over nothing', async () => {
  const scene = await pane(520, []);
  scene.show(promptId, { beside: [{ ...panel, isApart: true }] });
  await scene.box.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(veil).not.toBeInTheDocument();
  expect(scene.calls).toEqual([]);
});
