import { Text } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import type { DeviceNotesProps } from '../../session/open-library-type.ts';

/** Quiet lines about this tab and this address; nothing where there is nothing to know. */
export function DeviceNotes({ leadership, secure }: DeviceNotesProps) {
  const leads = useSyncExternalStore(leadership.subscribe, leadership.leads);
  return (
    <>
      {leads === false && <Note>{t(messages.anotherTabLeads)}</Note>}
      {!secure && <Note>{t(messages.addressNotSecure)}</Note>}
    </>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text mt="2" color="fg.muted">
      {children}
    </Text>
  );
}
