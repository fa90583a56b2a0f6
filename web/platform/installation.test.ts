import { expect, test } from 'vitest';
import { watchInstallation } from './installation.ts';

/** A page with what the watcher reads of it. */
function pageWith({ standalone, isApp = false }: { standalone?: boolean; isApp?: boolean } = {}) {
  const target = new EventTarget();
  const page = Object.assign(target, {
    matchMedia: () => ({ matches: isApp }),
    navigator: standalone === undefined ? {} : { standalone },
  });
  return { page: page as unknown as Window, target };
}

function offered(target: EventTarget) {
  let asked = 0;
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      asked += 1;
    },
  });
  target.dispatchEvent(event);
  return { event, asked: () => asked };
}

test('the browser asks once, and only when a person wants it', async () => {
  const { page, target } = pageWith();
  const installation = watchInstallation(page);
  let changes = 0;
  installation.subscribe(() => {
    changes += 1;
  });
  expect(installation.offer()).toBe(null);
  const { event, asked } = offered(target);
  expect([event.defaultPrevented, installation.offer(), changes, asked()]).toEqual([true, 'prompt', 1, 0]);
  await installation.ask();
  expect([installation.offer(), changes, asked()]).toEqual([null, 2, 1]);
});

test('an app that was installed is offered no more', () => {
  const { page, target } = pageWith();
  const installation = watchInstallation(page);
  offered(target);
  target.dispatchEvent(new Event('appinstalled'));
  expect(installation.offer()).toBe(null);
});

test.each([
  ['a tab of an iPad', { standalone: false }, 'steps'],
  ['the Home Screen of an iPad', { standalone: true }, null],
  ['a window of its own', { isApp: true }, null],
  ['any other tab', {}, null],
] as const)('in %s the offer is right', (_place, page, offer) => {
  expect(watchInstallation(pageWith(page).page).offer()).toBe(offer);
});
