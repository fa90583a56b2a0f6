import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

async function open() {
  const scene = draw(
    <main>
      <p>Rest</p>
      <button type="button" data-tooltip="Bold (Ctrl+B)">
        B
      </button>
      <div role="dialog" aria-label="Box">
        <button type="button" aria-label="Close" data-tooltip="Close">
          ×
        </button>
      </div>
    </main>,
  );
  drawn = scene;
  // The pointer is where the last test left it, which may be on a button of this one.
  await userEvent.hover(page.getByText('Rest'));
  return scene;
}

test('a tooltip shows after 700 ms over everything, describes its button, and goes with Escape', async () => {
  const { clock } = await open();
  const button = page.getByRole('button', { name: 'B' });
  await userEvent.hover(button);
  clock.pass(699);
  expect(page.getByRole('tooltip').elements()).toHaveLength(0);
  clock.pass(1);
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Bold (Ctrl+B)');
  await expect.element(button).toHaveAccessibleDescription('Bold (Ctrl+B)');
  expect(page.getByRole('tooltip').element().matches(':popover-open')).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  await expect.element(button).not.toHaveAttribute('aria-describedby');
});

test('a tooltip shows at once within 300 ms of the last one, and after 700 ms later than that', async () => {
  const { clock } = await open();
  const rest = page.getByText('Rest');
  const bold = page.getByRole('button', { name: 'B' });
  const tooltips = () => page.getByRole('tooltip').elements().length;
  const showAndLeave = async () => {
    await userEvent.hover(bold);
    clock.pass(700);
    await expect.poll(tooltips).toBe(1);
    await userEvent.hover(rest);
    clock.pass(100);
    await expect.poll(tooltips).toBe(0);
  };
  await showAndLeave();
  clock.pass(299);
  await userEvent.hover(bold);
  await expect.poll(tooltips).toBe(1);
  await userEvent.hover(rest);
  clock.pass(100 + 300);
  await userEvent.hover(bold);
  clock.pass(699);
  expect(tooltips()).toBe(0);
  clock.pass(1);
  await expect.poll(tooltips).toBe(1);
});

test('a tooltip stands in the landmark or the dialog of its button, and repeats no name', async () => {
  const { clock } = await open();
  const close = page.getByRole('button', { name: 'Close' });
  await userEvent.hover(page.getByRole('button', { name: 'B' }));
  clock.pass(700);
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Bold (Ctrl+B)');
  expect(page.getByRole('tooltip').element().parentElement?.tagName).toBe('MAIN');
  await userEvent.hover(close);
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Close');
  expect(page.getByRole('tooltip').element().parentElement?.role).toBe('dialog');
  await expect.element(close).not.toHaveAttribute('aria-describedby');
});

test('the pointer may rest on a tooltip, and goes through it to a control that it covers', async () => {
  const pressed: string[] = [];
  drawn = draw(
    <main style={{ display: 'grid', width: '12rem' }}>
      <button type="button" data-tooltip="Bold makes the words that are selected stand out">
        B
      </button>
      <button type="button" style={{ width: '3rem' }} onClick={() => pressed.push('pressed')}>
        Next
      </button>
    </main>,
  );
  const { clock } = drawn;
  await userEvent.hover(page.getByRole('button', { name: 'B' }));
  clock.pass(700);
  const tooltip = page.getByRole('tooltip');
  await expect.element(tooltip).toBeVisible();
  const { right, top, height } = tooltip.element().getBoundingClientRect();
  const main = page.getByRole('main').element().getBoundingClientRect();
  const beside = { x: right - 4 - main.left, y: top + height / 2 - main.top };
  await userEvent.hover(page.getByRole('main'), { position: beside, force: true });
  clock.pass(1_000);
  await expect.element(tooltip).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  expect(pressed).toEqual(['pressed']);
  await expect.element(tooltip).not.toBeInTheDocument();
});
