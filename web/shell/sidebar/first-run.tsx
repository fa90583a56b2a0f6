import { Button, Flex, Grid, Icon, Stack } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { LuFolderPlus, LuHistory, LuMessageSquareText, LuPlaneTakeoff, LuShieldCheck } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { readFirstFill } from '../../data/feed/first-fill.ts';
import { importFiles } from '../../features/transfer/feature.tsx';
import { useLibrary } from '../../session/open-library-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNotify } from '../../ui/provider.tsx';
import { makeSample } from './sample-project.ts';

export interface FirstRunProps {
  onNewProject(): void;
  /** A sample was made, and this prompt of it is to be opened. */
  onSample(made: { id: number; projectId: number }): void;
}

/** Offers three ways to begin to a person whose library is empty, and says what they can rely on. */
export function FirstRun({ onNewProject, onSample }: FirstRunProps) {
  const library = useLibrary();
  const notify = useNotify();
  const openImport = useSetAtom(importFiles.openAtom);
  const [pending, setPending] = useState(false);
  // While the library is still coming, it only looks empty: what is offered has its place from the first drawing on.
  const isEmpty = useLive(async () => (await readFirstFill(library)) === undefined, [library]) === true;
  const visibility = isEmpty ? 'visible' : 'hidden';

  async function makeOne(): Promise<void> {
    setPending(true);
    try {
      onSample(await makeSample(library));
    } catch {
      notify({ title: t('The sample could not be made'), kind: 'destructive' });
    } finally {
      setPending(false);
    }
  }

  return (
    <Grid flex="1" placeItems="center" alignContent="center" minH="0" p="4" overflowY="auto">
      <EmptyState
        icon={<LuMessageSquareText />}
        title={t('No prompt selected')}
        action={
          <Flex wrap="wrap" justify="center" gap="2" visibility={visibility}>
            <Button variant="solid" onClick={onNewProject}>
              <LuFolderPlus />
              {t('Create a project')}
            </Button>
            <Button onClick={() => openImport({ files: [] })}>{t('Import…')}</Button>
            <Button loading={pending} loadingText={t('Creating...')} onClick={() => void makeOne()}>
              {t('Try a sample project')}
            </Button>
          </Flex>
        }
      >
        {t('Select a prompt from the sidebar or create a new one to get started.')}
      </EmptyState>
      <Promises visibility={visibility} />
    </Grid>
  );
}

function Promises({ visibility }: { readonly visibility: 'visible' | 'hidden' }) {
  return (
    <Stack as="ul" gap="3" maxW="28rem" px="6" pb="8" color="fg.muted" textStyle="sm" visibility={visibility}>
      {promises().map(({ icon, text }) => (
        <Flex as="li" key={text} gap="3">
          <Icon flex="none" mt="3px" aria-hidden="true">
            {icon}
          </Icon>
          {text}
        </Flex>
      ))}
    </Stack>
  );
}

const promises = () => [
  {
    icon: <LuPlaneTakeoff />,
    text: t('Works offline: everything is on this device, and syncs when there is a network.'),
  },
  { icon: <LuHistory />, text: t('Keeps every version: save one, and it stays as it was.') },
  {
    icon: <LuShieldCheck />,
    text: t('Loses nothing: edits of two devices are merged, or both are kept.'),
  },
];
