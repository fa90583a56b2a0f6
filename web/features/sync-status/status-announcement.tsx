import { useState } from 'react';
import type { SyncStatus as Status } from '#shared/sync/status.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { SyncStatusStore } from './sync-status-store.ts';
import { useSettledStatus } from './use-sync-status.ts';

const spoken: ReadonlySet<Status['kind']> = new Set([
  'offline',
  'foreign',
  'failing',
  'signIn',
  'storage',
  'attention',
]);

/** Speaks up when something is wrong, and once more when it is right again. */
export function StatusAnnouncement({ store }: { readonly store: SyncStatusStore }) {
  const status = useSettledStatus(store);
  const [last, setLast] = useState<Status['kind'] | null>(null);
  const [text, setText] = useState('');
  if (status !== null && status.kind !== last) {
    setLast(status.kind);
    if (spoken.has(status.kind)) setText(status.text);
    else if (last !== null && spoken.has(last)) setText(status.text);
    else setText('');
  }
  return (
    <VisuallyHidden>
      <span aria-live="polite">{text}</span>
    </VisuallyHidden>
  );
}
