import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react';
import { LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { type ListedRun, removeRuns } from '../../../data/run/run-ring.ts';
import { useLibrary, useNow } from '../../../session/open-library-context.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type OwnText, useTextName } from '../use-text-name.ts';
import { KeepButton, useKeeping } from './keep-button.tsx';

type ListedRunRowProps = {
  readonly run: ListedRun;
  /** Of its prompt, where the list has runs of several; null: it goes without saying. */
  readonly title?: string | null;
  readonly own?: OwnText;
  onOpen(): void;
};

/** A run in a list: its model and text, when it was, and how its answer begins. One that is kept is removed for all devices. */
export function ListedRunRow({ run, title = null, own = null, onOpen }: ListedRunRowProps) {
  const { isKept } = run;
  // It would go on without a row: opened, it can be stopped.
  const isUnderWay = run.state === 'queued' || run.state === 'running';
  const library = useLibrary();
  const { drop } = useKeeping(run);
  const remove = () => (isKept ? drop(true) : removeRuns(library, [run.id]));
  const now = useNow();
  const text = useTextName(run.versionId, own);
  return (
    <Flex as="li" gap="1" align="start">
      <Button variant="ghost" flex="1" minW="0" h="auto" py="1.5" justifyContent="start" onClick={onOpen}>
        <Box minW="0" textAlign="start">
          <Text truncate dir="auto" textStyle="sm">
            {[title ?? '', run.model.name, text].filter((part) => part !== '').join(' · ')}{' '}
            {isKept && <Badge>{t('Kept')}</Badge>} {isUnderWay && <Badge>{t('Under way')}</Badge>}{' '}
            {run.rating.verdict === 'better' && <Badge colorPalette="success">{t('Better')}</Badge>}
            {run.rating.verdict === 'worse' && <Badge colorPalette="danger">{t('Worse')}</Badge>}
          </Text>
          <Text truncate dir="auto" textStyle="xs" color="fg.muted" fontWeight="normal">
            <time dateTime={run.startedAt} data-tooltip={fullDate(run.startedAt, {})}>
              {relativeTime(run.startedAt, { now: now() })}
            </time>
            {isKept && run.device !== '' ? ` · ${run.device}` : ''}
            {run.excerpt !== '' && (
              <>
                {' · '}
                <bdi>{run.excerpt.replace(/\s+/g, ' ')}</bdi>
              </>
            )}
          </Text>
        </Box>
      </Button>
      {(isKept || run.excerpt !== '') && <KeepButton {...{ run, isKept }} />}
      {!isUnderWay && (
        <IconButton icon={<LuTrash2 />} label={t('Remove run')} onClick={() => void remove()} />
      )}
    </Flex>
  );
}
