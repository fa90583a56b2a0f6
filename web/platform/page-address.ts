/** The address of the page, and its history. */
export type PageAddress = {
  read(): string;
  write(path: string, options: { readonly replace: boolean }): void;
  subscribe(listener: () => void): () => void;
  linkTo(path: string): string;
};

/** A window, as far as addresses go. */
export type AddressedPage = Pick<Window, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'> & {
  readonly history: Pick<History, 'pushState' | 'replaceState'>;
  readonly location: Pick<Location, 'href' | 'origin' | 'pathname' | 'search'>;
  readonly launchQueue?: LaunchQueue;
};

/** The window of an installed app that is open already is given the address that it was launched with (Launch Handler API). */
type LaunchQueue = { setConsumer(consumer: (launch: Launch) => void): void };

/** `files`: those that the app was opened with (File Handling API). */
type Launch = { readonly targetURL?: string; readonly files?: readonly FileSystemHandle[] };

/**
 * Reads and writes paths below `base` ('' or like '/promptory'). The router never learns what is written
 * here: it decides between screens, and would draw all of them for each tab that is selected.
 * `keepFiles` keeps the files that the app is opened with, before the page goes to the address that asks about them.
 */
export function pageAddress(
  page: AddressedPage,
  base: string,
  keepFiles: (files: readonly File[]) => Promise<unknown>,
): PageAddress {
  const { history, location } = page;

  page.launchQueue?.setConsumer(({ targetURL = location.href, files = [] }) => {
    if (files.length > 0) return void receive(files);
    const target = new URL(targetURL);
    const isPlainStart = target.search === '' && target.pathname === `${base}/`;
    if (!isPlainStart && target.href !== location.href) goTo(target);
  });

  function goTo(target: URL | string): void {
    history.pushState(null, '', target);
    // As if a person had gone there: this is what the router hears too.
    page.dispatchEvent(new Event('popstate'));
  }

  async function receive(handles: readonly FileSystemHandle[]): Promise<void> {
    try {
      await keepFiles(await Promise.all(handles.filter(isFileHandle).map((handle) => handle.getFile())));
    } catch (error) {
      // The screen says that nothing came; the files are where they were.
      console.warn('The files could not be read.', error);
    }
    goTo(`${base}/?act=shared`);
  }

  return {
    read() {
      const { pathname, search } = location;
      const path = base !== '' && pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
      return `${path === '' ? '/' : path}${search}`;
    },
    write(path, { replace }) {
      try {
        if (replace) history.replaceState(null, '', base + path);
        else history.pushState(null, '', base + path);
      } catch (error) {
        // Browsers refuse more than some 100 in a few seconds. The next one brings the address up to date.
        console.warn('The address of the page could not be changed.', error);
      }
    },
    subscribe(listener) {
      page.addEventListener('popstate', listener);
      return () => page.removeEventListener('popstate', listener);
    },
    linkTo: (path) => `${location.origin}${base}${path}`,
  };
}

function isFileHandle(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}
