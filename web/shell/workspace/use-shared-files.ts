import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { importFiles } from '../../features/transfer/feature.tsx';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useToaster } from '../../ui/provider.tsx';
import { areFilesSharedAtom } from './workspace-atoms.ts';

/**
 * Opens the import with what other programs shared with the app: what came before it was left or signed out is not
 * lost.
 */
export function useSharedFiles(): void {
  const { inbox } = useOpenLibrary();
  const open = useSetAtom(importFiles.openAtom);
  const toaster = useToaster();
  const wereShared = useAtomValue(areFilesSharedAtom);
  const setShared = useSetAtom(areFilesSharedAtom);
  const [isAsked, setIsAsked] = useState(true);
  const openShared = useEffectEvent(async () => {
    setIsAsked(false);
    if (wereShared) setShared(false);
    const files = await inbox.list().catch(() => []);
    if (files.length > 0) open({ files: files.map((file) => ({ path: file.name, file })), areShared: true });
    else if (wereShared) {
      const description = t('Nothing arrived, or this device has no room. Share the file once more.');
      toaster.show({ title: t('Nothing to import'), description, kind: 'destructive' });
    }
  });
  useEffect(() => {
    if (wereShared || isAsked) void openShared();
  }, [wereShared, isAsked]);
}
