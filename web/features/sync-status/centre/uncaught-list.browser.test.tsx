import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { watchUncaughtErrors } from '../../../ui/uncaught-errors.ts';
import { UncaughtList } from './uncaught-list.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

const section = page.getByRole('region', { name: 'Unexpected errors' });

/** The list over a page of its own, in which errors are thrown. */
function openList() {
  const thrower = new EventTarget();
  const clock = { now: 0 };
  const uncaught = watchUncaughtErrors(thrower as never, () => clock.now);
  drawn = draw(<UncaughtList now={() => 5 * 60_000} />, { uncaught });
  const fail = (error: unknown) =>
    thrower.dispatchEvent(new ErrorEvent('error', { error, message: String(error) }));
  const reject = (reason: unknown) =>
    thrower.dispatchEvent(
      new PromiseRejectionEvent('unhandledrejection', { reason, promise: Promise.resolve() }),
    );
  return { fail, reject, thrower };
}

test('errors that no code caught are listed with how often and when, and can be dismissed', async () => {
  const { fail, reject } = openList();
  expect(section.elements()).toEqual([]);
  fail(new TypeError('a handler failed'));
  reject(new RangeError('a promise was left'));
  reject(new RangeError('a promise was left'));
  await expect
    .element(section.getByRole('listitem').first())
    .toMatchTextContent('RangeError: a promise was left');
  await expect.element(section.getByRole('listitem').first()).toMatchTextContent('2 times, 5 minutes ago');
  await expect
    .element(section.getByRole('listitem').last())
    .toMatchTextContent('TypeError: a handler failed once');
  await section.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(section).not.toBeInTheDocument();
});

test('what is no error of the app is not listed', async () => {
  const { fail, thrower } = openList();
  thrower.dispatchEvent(
    new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }),
  );
  thrower.dispatchEvent(
    new ErrorEvent('error', { message: 'theirs', filename: 'chrome-extension://abc/content.js' }),
  );
  thrower.dispatchEvent(new Event('error'));
  fail(new Error('ours'));
  await expect.element(section.getByRole('listitem')).toMatchTextContent('Error: ours');
});
