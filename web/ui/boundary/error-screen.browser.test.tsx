import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';
import { ErrorBoundary } from './error-screen.tsx';

let drawn: Drawn | undefined;
afterEach(() => {
  drawn?.close();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('This screen is broken.');
}

test('the screen of a failure stands in the middle, also in a row beside nothing else', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await page.viewport(1280, 800);
  drawn = draw(
    <div style={{ display: 'flex' }}>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </div>,
    { width: '1000px' },
  );
  const heading = page.getByRole('heading', { name: 'This screen stopped working' });
  await expect.element(heading).toBeVisible();
  const { left, width } = heading.element().getBoundingClientRect();
  expect(left + width / 2 - (drawn.element.getBoundingClientRect().left ?? 0)).toBeCloseTo(500, 0);
});
