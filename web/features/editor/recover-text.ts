import type { AutosaveTimer } from './autosave-timer.ts';
import type { BoundText, Unsaved } from './bound-text.ts';
import type { SaveFailures } from './save-failures.ts';
import type { SaveStatus } from './save-status.ts';

type RecoverDeps = {
  readonly bound: BoundText;
  readonly status: SaveStatus;
  readonly timer: AutosaveTimer;
  readonly failures: SaveFailures;
  readonly store: { recover(unsaved: Unsaved): Promise<{ ok: true; title: string } | { ok: false }> };
  setGone(gone: boolean): void;
  settle(): void;
};

/**
 * Makes a prompt of the editor's text, whose row is gone. Should the row come back, it has its own text: this one is in
 * the prompt that was made of it.
 */
export async function recoverText(content: string, deps: RecoverDeps): Promise<void> {
  const { bound, status, timer, failures, store } = deps;
  deps.setGone(true);
  if (bound.isComposing()) return status.reportGone({ unsaved: true });
  const recovered = await store.recover({ text: content, base: bound.base() });
  failures.forget();
  if (!recovered.ok) return status.reportGone({ unsaved: true });
  status.setRecovered(recovered.title);
  bound.setBase(content);
  if (bound.read() === content) return deps.settle();
  // A key that was pressed in the meantime: it goes the same way.
  status.reportGone({ unsaved: true });
  timer.change();
}
