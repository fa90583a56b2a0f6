import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react';
import { LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { useNow } from '../../../session/open-library-context.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type OwnText, useTextName } from '../use-text-name.ts';
import { KeepButton } from './keep-button.tsx';

type RunRowProps = {
  readonly run: RunHead;
  /** Of its prompt, where the list has runs of several; null: it goes without saying. */
  readonly title?: string | null;
  /** Whether the run is kept as a part of its prompt; null: the list does not ask. */
  readonly isKept?: boolean | null;
  readonly own?: OwnText;
  onOpen(): void;
  onRemove(): void;
};

/** A run in a list: its model and text, when it was, and how its answer begins. */
export function RunRow(props: RunRowProps) {
  const { run, title = null, isKept = null, own = null, onOpen, onRemove } = props;
  const now = useNow();
  const text = useTextName(run.versionId, own);
  return (
    <Flex as="li" gap="1" align="start">
      <Button variant="ghost" flex="1" minW="0" h="auto" py="1.5" justifyContent="start" onClick={onOpen}>
        <Box minW="0" textAlign="start">
          <Text truncate dir="auto" textStyle="sm">
            {[title ?? '', run.model.name, text].filter((part) => part !== '').join(' · ')}{' '}
            {isKept === true && <Badge>{t('Kept')}</Badge>}{' '}
            {run.rating.verdict === 'better' && <Badge colorPalette="success">{t('Better')}</Badge>}
            {run.rating.verdict === 'worse' && <Badge colorPalette="danger">{t('Worse')}</Badge>}
          </Text>
          <Text truncate dir="auto" textStyle="xs" color="fg.muted" fontWeight="normal">
            <time dateTime={run.startedAt} data-tooltip={fullDate(run.startedAt, {})}>
              {relativeTime(run.startedAt, { now: now() })}
            </time>
            {isKept === true && run.device !== '' ? ` · ${run.device}` : ''}
            {run.excerpt !== '' && (
              <>
                {' · '}
                <bdi>{run.excerpt.replace(/\s+/g, ' ')}</bdi>
              </>
            )}
          </Text>
        </Box>
      </Button>
      {(isKept === true || (isKept === false && run.excerpt !== '')) && <KeepButton {...{ run, isKept }} />}
      <IconButton icon={<LuTrash2 />} label={t('Remove run')} onClick={onRemove} />
    </Flex>
  );
}
