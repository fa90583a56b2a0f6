/** Records inside a page what a saved edit costs there: transactions, requests, events and the text on the screen. */

export type PageEvent = {
  kind: 'transaction' | 'committed' | 'request' | 'answer' | 'poke' | 'shown';
  /** Milliseconds of the machine's clock, so that two pages can be compared. */
  at: number;
  what: string;
  /** Names a transaction and its end. */
  id: number;
  isStrict: boolean;
};

/** Runs in the page before the app does (`addInitScript`), so it uses nothing from outside itself. */
export function recordEdits(): void {
  const events: PageEvent[] = [];
  Object.assign(window, { editEvents: events });
  let last = 0;
  const now = () => performance.timeOrigin + performance.now();
  const note = (kind: PageEvent['kind'], what: string, id = 0, isStrict = false) =>
    events.push({ kind, at: now(), what, id, isStrict });

  const ended = new WeakMap<EventTarget, () => void>();
  const watched = new WeakSet<IDBDatabase>();
  // At the database, before the app takes notice: what it does then is no part of the commit.
  const noteEnd = ({ target }: Event) => target !== null && ended.get(target)?.();
  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const opened = transaction.call(this, stores, mode, options);
    last += 1;
    const id = last;
    const tables = typeof stores === 'string' ? stores : [...stores].join(' ');
    const what = `${this.name.replace(/^promptory-/, '').replace(/-.*/, '')} ${opened.mode} ${tables}`;
    const isStrict = opened.mode !== 'readonly' && options?.durability !== 'relaxed';
    note('transaction', what, id, isStrict);
    ended.set(opened, () => note('committed', what, id, isStrict));
    if (!watched.has(this)) this.addEventListener('complete', noteEnd, { capture: true });
    watched.add(this);
    return opened;
  };

  const { fetch } = window;
  window.fetch = async (input, init) => {
    const what = String(input instanceof Request ? input.url : input);
    note('request', what);
    const answer = await fetch(input, init);
    note('answer', what);
    return answer;
  };
  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string) {
    Object.assign(this, { askedFor: url });
    open.call(this, method, url, true);
  };
  XMLHttpRequest.prototype.send = function (body) {
    const what = `${Reflect.get(this, 'askedFor')} ${body instanceof Uint8Array ? body.byteLength : 0}`;
    note('request', what);
    this.addEventListener('load', () => note('answer', what));
    send.call(this, body);
  };
  const { EventSource: Stream } = window;
  window.EventSource = class extends Stream {
    constructor(...args: ConstructorParameters<typeof Stream>) {
      super(...args);
      this.addEventListener('poke', () => note('poke', ''));
    }
  };
}

/** Notes when the word appears in the editor that is drawn, beside parked ones; runs in the page. */
export function noteShown(word: string): void {
  const events: PageEvent[] = Reflect.get(window, 'editEvents');
  const editor = document.querySelector('.editor-slot:not([aria-hidden]) .ProseMirror');
  if (editor === null) throw new Error('There is no editor.');
  const observer = new MutationObserver(() => {
    if (!editor.textContent?.includes(word)) return;
    observer.disconnect();
    events.push({
      kind: 'shown',
      at: performance.timeOrigin + performance.now(),
      what: word,
      id: 0,
      isStrict: false,
    });
  });
  observer.observe(editor, { childList: true, characterData: true, subtree: true });
}

/**
 * Prepares one strict put of a text to a database of its own, so many milliseconds after the next input in this page;
 * `window.bareWrite` resolves with how long it took. The database is open before: so is the product's. Runs in the page.
 */
export async function prepareBareWrite({ text, afterMs }: { text: string; afterMs: number }): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('bare');
    opening.onupgradeneeded = () => opening.result.createObjectStore('texts', { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const put = async () => {
    const began = performance.now();
    const transaction = db.transaction('texts', 'readwrite', { durability: 'strict' });
    transaction.objectStore('texts').put({ id: 1, text });
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
    });
    const took = performance.now() - began;
    db.close();
    return took;
  };
  const bareWrite = new Promise<number>((resolve, reject) => {
    const putLater = () => setTimeout(() => put().then(resolve, reject), afterMs);
    document.addEventListener('input', putLater, { once: true, capture: true });
  });
  Object.assign(window, { bareWrite });
}
