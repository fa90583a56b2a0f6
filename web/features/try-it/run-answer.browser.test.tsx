import { createStore, Provider } from 'jotai';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { createListeners } from '#shared/events/listeners.ts';
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { RunAnswer } from './run-answer.tsx';
import { answersAsAtom } from './try-it-state.ts';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

test('an answer goes on being drawn where its words come more often than they are drawn', async () => {
  const { subscribe, notify } = createListeners();
  let words = 1;
  function Scene() {
    const answer = useSyncExternalStore(subscribe, () => `word${words}`);
    const run = { ...exampleRun(), id: 1, promptId: 2, answer } as never;
    return <RunAnswer isRunning run={run} renderMarkdown={(given) => <p>drawn {given}</p>} />;
  }
  drawn = draw(<Scene />);
  const text = page.getByText(/^drawn word\d+$/);
  await expect.element(text).toBeVisible();
  // A page that is busy: a turn to draw and the next word fall due together.
  const writing = setInterval(() => {
    words += 1;
    notify();
    for (const until = performance.now() + 30; performance.now() < until; ) words += 0;
  }, 4);
  onTestFinished(() => clearInterval(writing));
  const shown = () => Number(text.element().textContent?.slice('drawn word'.length));
  for (let turn = 0; turn < 8; turn += 1) {
    const before = shown();
    await expect.poll(shown, { timeout: 5_000 }).toBeGreaterThan(before);
  }
});

test('as source a long answer has all of its lines, also the empty ones, and no more', async () => {
  const lines = Array.from({ length: 1_500 }, (_, place) => (place % 3 === 0 ? '' : `line ${place} of it`));
  const answer = lines.join('\n');
  const run = { ...exampleRun(), id: 1, promptId: 2, answer } as never;
  const store = createStore();
  store.set(answersAsAtom, 'source');
  drawn = draw(
    <Provider store={store}>
      <RunAnswer isRunning={false} run={run} renderMarkdown={() => null} />
    </Provider>,
  );
  await expect.poll(() => drawn?.element.textContent ?? '').toContain('line 1499 of it');
  const source = drawn.element.querySelector('[data-own-text]') ?? drawn.element;
  const lineHeight = Number.parseFloat(getComputedStyle(source).lineHeight);
  expect(source.getBoundingClientRect().height / lineHeight).toBeCloseTo(lines.length, 0);
  expect(source.textContent).toBe(answer);
});
