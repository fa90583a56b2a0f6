import { useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import type { DeviceNotesProps } from '../../session/open-library-type.ts';

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
