import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type TakenUpdate, takeUpdate } from './take-update.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A page with a worker; `waiting`: a newer one waits. Nothing that it reloads ever loads. */
function pageWith({ waiting = true, isServerThere = true } = {}) {
  const serviceWorker = new EventTarget();
  const did: string[] = [];
  const registration = {
    waiting: waiting ? { postMessage: ({ type }: { type: string }) => did.push(type) } : null,
    unregister: async () => did.push('unregister') > 0,
  };
  const page = Object.assign(new EventTarget(), {
    setTimeout,
    clearTimeout,
    location: { reload: () => void did.push('reload') },
    navigator: {
      serviceWorker: Object.assign(serviceWorker, { getRegistration: async () => registration }),
    },
  });
  const states: TakenUpdate[] = [];
  takeUpdate(page as never, {
    isServerThere: async () => isServerThere,
    report: (state) => states.push(state),
  });
  return { did, states, page, takesOver: () => serviceWorker.dispatchEvent(new Event('controllerchange')) };
}

describe('a newer version of the app that is taken', () => {
  test('is asked to take over, and the page is reloaded once it has', async () => {
    const { did, takesOver } = pageWith();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(did).toEqual(['SKIP_WAITING']);
    takesOver();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(did).toEqual(['SKIP_WAITING', 'reload']);
  });

  test('is loaded at once where nothing waits', async () => {
    const { did } = pageWith({ waiting: false });
    await vi.advanceTimersByTimeAsync(0);
    expect(did).toEqual(['reload']);
  });

  test('is loaded within seconds though its worker does not take over, and not before a slow one has', async () => {
    const { did } = pageWith();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(did).toEqual(['SKIP_WAITING']);
    await vi.advanceTimersByTimeAsync(2_000);
    // A reload through the old worker would bring the old app.
    expect(did).toEqual(['SKIP_WAITING', 'unregister', 'reload']);
  });

  test('is fetched around a worker that holds the reload', async () => {
    const { did, takesOver } = pageWith();
    takesOver();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(did).toEqual(['reload', 'SKIP_WAITING', 'unregister', 'reload']);
  });

  test('that cannot be loaded says so, and without a server the kept app stays', async () => {
    const { did, states } = pageWith({ isServerThere: false });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(did).toEqual(['SKIP_WAITING', 'reload']);
    expect(states).toEqual(['taking', 'failed']);
  });

  test('is left where the person stays for the sake of their text', async () => {
    const { did, states, page, takesOver } = pageWith();
    takesOver();
    const leaving = new Event('beforeunload', { cancelable: true });
    leaving.preventDefault();
    page.dispatchEvent(leaving);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(did.filter((act) => act === 'reload')).toHaveLength(1);
    expect(states).toEqual(['taking', 'stayed']);
  });
});
