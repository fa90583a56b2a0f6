import { Box, Button, Heading, HStack, Span, Stack, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Checkbox } from '../../ui/dialog-parts/checkbox.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { LabelProofs } from './label-proofs.tsx';
import type { Labels } from './use-labels.ts';
import { type LoggedMove, latestMoves, type OfferedLabel, offeredLabels } from './version-labels.ts';
import { type PlaceOf, placedOn, useVersionPlaces, versionName } from './version-places.ts';

export interface LabelsDialogProps {
  readonly promptId: number;
  readonly version: VersionItem;
  readonly labels: Labels;
  readonly now: number;
  readonly open: boolean;
  onClose(): void;
  /** The cases of a version are to be shown. */
  onShowCases?: ((versionId: number) => void) | undefined;
}

/** The log shows so many moves. */
const mostMoves = 20;

/** Puts labels on a version and takes them off, each at once, and shows where they were. */
export function LabelsDialog({ promptId, version, labels, now, open, ...acts }: LabelsDialogProps) {
  const { onClose, onShowCases } = acts;
  const { id, version: number } = version;
  const { text, error, refusal, field, type, add, toggle } = useLabelForm(labels, version);
  const moves = latestMoves(labels.labels, mostMoves);
  const placeOf = useVersionPlaces(labels);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onSubmit={() => void add()}
      title={t('Labels of Version {number}', { number })}
      description={t(
        'A label points to one version of the prompt, so that programs and references find it. "latest" is always the newest one.',
      )}
      width="narrow"
      footer={
        <>
          <Button type="submit">{t('Add label')}</Button>
          <Button variant="solid" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <LabelBoxes {...{ version, labels, placeOf, refusal }} onToggle={(offered) => void toggle(offered)} />
      <TextField
        label={t('New label')}
        verbatim
        autoComplete="off"
        inputRef={field}
        value={text}
        error={error}
        onChange={type}
      />
      <LabelProofs
        {...{ promptId, version, labels }}
        onShowCases={
          onShowCases &&
          (() => {
            onClose();
            onShowCases(id);
          })
        }
      />
      {moves.length > 0 && <LabelLog moves={moves} now={now} placeOf={placeOf} />}
    </Dialog>
  );
}

type LabelBoxesProps = Pick<LabelsDialogProps, 'version' | 'labels'> & {
  readonly placeOf: PlaceOf;
  /** Why the label that was pressed was not moved. */
  readonly refusal: string | undefined;
  onToggle(offered: OfferedLabel): void;
};

function LabelBoxes({ version: { id }, labels, placeOf, refusal, onToggle }: LabelBoxesProps) {
  return (
    <>
      <Stack as="ul" gap="0" aria-label={t('Labels')}>
        {offeredLabels(labels.labels).map((offered) => (
          <li key={offered.label}>
            <LabelBox
              label={offered.label}
              place={placedOn(offered, id, placeOf)}
              checked={offered.versionId === id}
              onToggle={() => onToggle(offered)}
            />
          </li>
        ))}
      </Stack>
      {refusal !== undefined && (
        <Text role="alert" textStyle="sm" color="fg.error">
          {refusal}
        </Text>
      )}
    </>
  );
}

type LabelBoxProps = {
  readonly label: string;
  /** Says which version has it. */
  readonly place: string;
  readonly checked: boolean;
  onToggle(): void;
};

function LabelBox({ label, place, checked, onToggle }: LabelBoxProps) {
  return (
    <Checkbox
      display="flex"
      px="1"
      borderRadius="sm"
      _hover={{ bg: 'bg.hover' }}
      css={{ '& > [data-part=label]': { flex: '1' } }}
      checked={checked}
      onChange={onToggle}
    >
      <HStack as="span">
        <Span fontFamily="mono" fontVariantLigatures="none">
          {label}
        </Span>
        <Text as="span" ms="auto" textStyle="xs" textAlign="end" color="fg.muted">
          {place}
        </Text>
      </HStack>
    </Checkbox>
  );
}

function useLabelForm({ move }: Labels, version: VersionItem) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  /** Of a label that was pressed. */
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  return {
    ...{ text, error, refusal, field },
    type(next: string): void {
      setText(next);
      setError(undefined);
    },
    async add(): Promise<void> {
      setRefusal(undefined);
      const label = VersionLabel.safeParse(text.trim());
      const problem = label.success ? await move(label.data, version) : label.error.issues[0]?.message;
      setError(problem ?? undefined);
      if (problem === null) setText('');
      field.current?.focus();
    },
    async toggle({ label, versionId }: OfferedLabel): Promise<void> {
      setRefusal((await move(label, versionId === version.id ? null : version)) ?? undefined);
    },
  };
}

type LabelLogProps = {
  readonly moves: readonly LoggedMove[];
  readonly now: number;
  readonly placeOf: PlaceOf;
};

function LabelLog({ moves, now, placeOf }: LabelLogProps) {
  return (
    <Box as="section" textStyle="xs" aria-label={t('Moves of labels')}>
      <Heading as="h3" size="xs">
        {t('Moves of labels')}
      </Heading>
      <Stack as="ol" gap="1.5" mt="1.5">
        {moves.map((move) => (
          <li key={`${move.label} ${move.at} ${move.versionId}`}>
            <p>
              {wayOf(move, placeOf)}
              {move.over !== undefined && (
                <Box as="span" display="block">
                  {' '}
                  {t('Another device had moved the label to {version} at the same time.', {
                    version: versionName(move.over, placeOf),
                  })}
                </Box>
              )}
              {whyOf(move) !== null && (
                <Box as="span" display="block">
                  {' '}
                  {whyOf(move)}
                </Box>
              )}
            </p>
            <Text color="fg.muted">
              <time dateTime={move.at} title={fullDate(move.at, {})}>
                {move.device === ''
                  ? relativeTime(move.at, { now })
                  : `${isolatedName(move.device)}, ${relativeTime(move.at, { now })}`}
              </time>
            </Text>
          </li>
        ))}
      </Stack>
    </Box>
  );
}

/** Says from where to where a label was moved; the log does not always reach back to where it was before. */
function wayOf({ label, from, versionId }: LoggedMove, placeOf: PlaceOf): string {
  const version = versionName(versionId, placeOf);
  if (from === undefined) return t('"{label}" to {version}', { label, version });
  return t('"{label}": {before} → {version}', { label, before: versionName(from, placeOf), version });
}

/** Says by which proof or for which reason a label was moved. */
function whyOf({ proof, override }: LoggedMove): string | null {
  if (override !== undefined) return t('Without proof: {reason}', { reason: override });
  if (proof === undefined) return null;
  const { held, total, model } = proof;
  return t('{held} of {total} cases held on {model}.', { held, total, model });
}
