import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react';
import { LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { useNow } from '../../../session/open-library-context.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTextName } from '../use-text-name.ts';

type RunRowProps = {
  readonly run: RunHead;
  /** Of its prompt, where the list has runs of several; null: it goes without saying. */
  readonly title?: string | null;
  onOpen(): void;
  onRemove(): void;
};

/** A run in a list: its model and text, when it was, and how its answer begins. */
export function RunRow({ run, title = null, onOpen, onRemove }: RunRowProps) {
  const now = useNow();
  const text = useTextName(run.versionId);
  return (
    <Flex as="li" gap="1" align="start">
      <Button variant="ghost" flex="1" minW="0" h="auto" py="1.5" justifyContent="start" onClick={onOpen}>
        <Box minW="0" textAlign="start">
          <Text truncate dir="auto" textStyle="sm">
            {[...(title === null ? [] : [title]), run.model.name, text].join(' · ')}{' '}
            {run.rating.verdict === 'better' && <Badge colorPalette="success">{t('Better')}</Badge>}
            {run.rating.verdict === 'worse' && <Badge colorPalette="danger">{t('Worse')}</Badge>}
          </Text>
          <Text truncate dir="auto" textStyle="xs" color="fg.muted" fontWeight="normal">
            <time dateTime={run.startedAt} data-tooltip={fullDate(run.startedAt, {})}>
              {relativeTime(run.startedAt, { now: now() })}
            </time>
            {run.excerpt === '' ? '' : ` · ${run.excerpt.replace(/\s+/g, ' ')}`}
          </Text>
        </Box>
      </Button>
      <IconButton icon={<LuTrash2 />} label={t('Remove run')} onClick={onRemove} />
    </Flex>
  );
}
