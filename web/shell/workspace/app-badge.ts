import type { Library } from '../../data/database/library.ts';
import { unsentCounts } from '../../data/queries/queries.ts';
import type { Clock } from '../../ui/clock.ts';

/** Milliseconds after the last change: a badge is looked at from outside, and a person who types waits for nothing. */
const restMs = 1_000;

/** Keeps on the app's icon how many changes are on this device only; returns how to stop, after which it shows none. */
export function watchAppBadge(
  library: Library,
  { after }: Pick<Clock, 'after'>,
  badge: Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>,
): () => void {
  let shown = 0;
  let isOpen = true;
  let cancel = () => {};

  async function count(): Promise<void> {
    const { waiting, refused, files } = await unsentCounts(library);
    const unsent = waiting + refused + files.waiting;
    if (!isOpen || unsent === shown) return;
    shown = unsent;
    await (unsent === 0 ? badge.clearAppBadge() : badge.setAppBadge(unsent));
  }
  // Refused where the app is not installed, as there is no icon then; and a library that closes is not counted.
  const quietly = (setting: Promise<void>) => void setting.catch(() => undefined);
  const countSoon = () => {
    cancel();
    cancel = after(restMs, () => quietly(count()));
  };
  library.onCommit.add(countSoon);
  const stopLoop = library.loop.subscribe(countSoon);
  countSoon();
  return () => {
    isOpen = false;
    cancel();
    stopLoop();
    library.onCommit.delete(countSoon);
    quietly(badge.clearAppBadge());
  };
}
