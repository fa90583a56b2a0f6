import { expect, test } from 'vitest';
import { offlineReadiness } from './offline-readiness.ts';

const pageOf = (navigator: object) => ({ isSecureContext: true, navigator }) as unknown as Window;

test.each([
  ['Safari on an iPad, in a tab', true, { standalone: false }],
  ['Safari on an iPad, opened from the Home Screen', false, { standalone: true }],
  ['a browser of another system', false, {}],
])(
  '%s: whether it deletes what was not visited for a week is %s',
  async (_browser, forgetsUnvisited, navigator) => {
    expect(await offlineReadiness(pageOf(navigator))).toMatchObject({ forgetsUnvisited });
  },
);

test('a browser that makes no promises about its storage promises nothing', async () => {
  const storage = {
    persisted: () => Promise.reject(new Error('not in private windows')),
    estimate: () => Promise.reject(new Error('not in private windows')),
  };
  expect(await offlineReadiness(pageOf({ storage }))).toEqual({
    ...{ app: 'missing', persisted: false, usedBytes: null, quotaBytes: null },
    forgetsUnvisited: false,
  });
});
