import { useState } from 'react';
import type { SyncStatus as Status } from '#shared/sync/status.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const spoken: ReadonlySet<Status['kind']> = new Set(['offline', 'failing', 'signIn', 'storage', 'attention']);

/** Speaks up when something is wrong, and once more when it is right again. */
export function StatusAnnouncement({ status }: { readonly status: Status | null }) {
  const [last, setLast] = useState<Status['kind'] | null>(null);
  const [text, setText] = useState('');
  const settled = status?.kind === 'saving' || status?.kind === 'waiting' ? null : (status ?? null);
  if (settled !== null && settled.kind !== last) {
    setLast(settled.kind);
    if (spoken.has(settled.kind)) setText(settled.text);
    else if (last !== null && spoken.has(last)) setText(settled.text);
    else setText('');
  }
  return (
    <VisuallyHidden>
      <span aria-live="polite">{text}</span>
    </VisuallyHidden>
  );
}
