import { expect, type TestContext, test } from 'vitest';
import { pageAddress as pageAddressOf } from './page-address.ts';

/** A window with a history; `launch` is what the browser does when the installed app is launched once more. */
function windowAt(first: string) {
  const entries = [new URL(first)];
  let launch = (_target: { targetURL?: string; files?: FileSystemHandle[] }): void => {
    throw new Error('nobody takes launches');
  };
  const current = () => entries.at(-1) ?? new URL(first);
  const page = Object.assign(new EventTarget(), {
    history: {
      pushState: (_state: unknown, _title: string, path?: string | URL | null) =>
        void entries.push(new URL(path ?? '', current())),
      replaceState: (_state: unknown, _title: string, path?: string | URL | null) =>
        void entries.splice(-1, 1, new URL(path ?? '', current())),
    },
    location: {
      get href() {
        return current().href;
      },
      get origin() {
        return current().origin;
      },
      get pathname() {
        return current().pathname;
      },
      get search() {
        return current().search;
      },
    },
    launchQueue: {
      setConsumer(consumer: typeof launch) {
        launch = consumer;
      },
    },
  });
  return {
    page,
    entries: () => entries.map(({ pathname, search }) => `${pathname}${search}`),
    launch: (targetURL?: string) => launch(targetURL === undefined ? {} : { targetURL }),
    launchWith: (files: FileSystemHandle[]) => launch({ targetURL: first, files }),
  };
}

const origin = 'https://home.example';

type Page = Parameters<typeof pageAddressOf>[0];
const pageAddress = (page: Page, base: string, keepFiles = async (_files: readonly File[]) => {}) =>
  pageAddressOf(page, base, keepFiles);

test.each([
  ['', '/', '/'],
  ['', '/p/7?version=2', '/p/7?version=2'],
  ['/promptory', '/promptory', '/'],
  ['/promptory', '/promptory/', '/'],
  ['/promptory', '/promptory/p/7', '/p/7'],
])('under the base path %j, %s is the address %s', (base, path, address) => {
  expect(pageAddress(windowAt(`${origin}${path}`).page, base).read()).toBe(address);
});

function silentWarnings(context: TestContext): unknown[] {
  const warn = console.warn;
  context.onTestFinished(() => {
    console.warn = warn;
  });
  const warnings: unknown[] = [];
  console.warn = (text: unknown) => void warnings.push(text);
  return warnings;
}

test('an address is written below the base path, as an entry of its own or in place of one', () => {
  const { page, entries } = windowAt(`${origin}/promptory/`);
  const address = pageAddress(page, '/promptory');
  address.write('/p/7', { replace: true });
  address.write('/p/8?version=2', { replace: false });
  expect(entries()).toEqual(['/promptory/p/7', '/promptory/p/8?version=2']);
  expect(address.linkTo('/f/9')).toBe(`${origin}/promptory/f/9`);
});

test('the window goes on where the browser refuses a change of its address', (context) => {
  const warnings = silentWarnings(context);
  const { page } = windowAt(`${origin}/`);
  page.history.pushState = () => {
    throw new DOMException('Attempt to use history.pushState() more than 100 times', 'SecurityError');
  };
  pageAddress(page, '').write('/p/7', { replace: false });
  expect(warnings).toHaveLength(1);
});

test('an installed app that is open goes to the address of a further launch, and stays where it is at a plain start', () => {
  const { page, entries, launch } = windowAt(`${origin}/promptory/p/7`);
  const address = pageAddress(page, '/promptory');
  const seen: string[] = [];
  const stop = address.subscribe(() => seen.push(address.read()));
  launch(`${origin}/promptory/`);
  launch(`${origin}/promptory/p/7`);
  launch();
  expect(entries()).toEqual(['/promptory/p/7']);
  launch(`${origin}/promptory/?act=search`);
  expect(seen).toEqual(['/?act=search']);
  stop();
  launch(`${origin}/promptory/p/8`);
  expect(seen).toHaveLength(1);
});

const isSameEntry = async () => false;

test('files that the app is opened with are kept before the page asks about them; a folder is not one', async () => {
  const { page, entries, launchWith } = windowAt(`${origin}/promptory/p/7`);
  const kept: string[] = [];
  const address = pageAddress(page, '/promptory', async (files) => {
    kept.push(...files.map(({ name }) => name));
  });
  const asked = new Promise((resolve) => address.subscribe(() => resolve(address.read())));
  const file = {
    kind: 'file',
    name: 'a.md',
    isSameEntry,
    getFile: async () => new File(['a'], 'a.md'),
  } as const;
  launchWith([file, { kind: 'directory', name: 'b', isSameEntry }]);
  expect(await asked).toBe('/?act=shared');
  expect(kept).toEqual(['a.md']);
  expect(entries()).toEqual(['/promptory/p/7', '/promptory/?act=shared']);
});

test('the page says that nothing came where a file cannot be read', async (context) => {
  const warnings = silentWarnings(context);
  const { page, launchWith } = windowAt(`${origin}/`);
  const address = pageAddress(page, '', () => Promise.reject(new DOMException('gone', 'NotFoundError')));
  const asked = new Promise((resolve) => address.subscribe(() => resolve(address.read())));
  launchWith([]);
  launchWith([{ kind: 'file', name: 'a.md', isSameEntry }]);
  expect(await asked).toBe('/?act=shared');
  expect(warnings).toHaveLength(1);
});
