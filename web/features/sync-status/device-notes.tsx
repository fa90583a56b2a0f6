import { useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';

/** Which of several tabs keeps the connection to the server. */
export interface Leadership {
  subscribe(listener: () => void): () => void;
  /** Null while no tab does: nobody is signed in. */
  leads(): boolean | null;
}

export interface DeviceNotesProps {
  readonly leadership: Leadership;
  /** Whether the address is a secure context (https, or this very machine). */
  readonly secure: boolean;
}

/** Quiet lines about this tab and this address; nothing where there is nothing to know. */
export function DeviceNotes({ leadership, secure }: DeviceNotesProps) {
  const leads = useSyncExternalStore(leadership.subscribe, leadership.leads);
  return (
    <>
      {leads === false && <p className="sync-note">{t(messages.anotherTabLeads)}</p>}
      {!secure && <p className="sync-note">{t(messages.addressNotSecure)}</p>}
    </>
  );
}
