import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

/** A button that is pending from a press until `done` is called. */
function open() {
  let done = () => {};
  function Scene() {
    const [pending, setPending] = useState(false);
    done = () => setPending(false);
    return (
      <main>
        <Button loading={pending} loadingText="Trying..." onClick={() => setPending(true)}>
          Try
        </Button>
        <Button>Another</Button>
      </main>
    );
  }
  drawn = draw(<Scene />);
  return { done: () => done() };
}

/** A disabled control is let go by the page once it has been drawn so. */
async function pressed(): Promise<void> {
  await page.getByRole('button', { name: 'Try' }).click();
  await expect.element(page.getByRole('button', { name: 'Trying...' })).toBeDisabled();
  await expect.poll(() => document.activeElement).toBe(document.body);
}

test('a button that was pressed has the focus again when what it did is over', async () => {
  const { done } = open();
  await pressed();
  done();
  await expect.element(page.getByRole('button', { name: 'Try' })).toHaveFocus();
});

test('a button takes no focus back that went elsewhere meanwhile', async () => {
  const { done } = open();
  await pressed();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Another' })).toHaveFocus();
  done();
  await expect.element(page.getByRole('button', { name: 'Try' })).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Another' })).toHaveFocus();
});
