import { Button } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/database/library.ts';
import { type VersionItem, type VersionPlace, versionPlaces } from '../../data/queries/version-items.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useLive } from '../../ui/use-live.ts';
import type { Labels } from './use-labels.ts';
import { type LoggedMove, latestMoves, type OfferedLabel, offeredLabels } from './version-labels.ts';
import './labels-dialog.css';

export interface LabelsDialogProps {
  readonly library: Library;
  readonly version: VersionItem;
  readonly labels: Labels;
  readonly now: number;
  readonly open: boolean;
  onClose(): void;
}

/** The log shows so many moves. */
const mostMoves = 20;

/** Puts labels on a version and takes them off, each at once, and shows where they were. */
export function LabelsDialog({ library, version, labels, now, open, onClose }: LabelsDialogProps) {
  const { id, version: number } = version;
  const { text, error, field, type, add, toggle } = useLabelForm(labels, version);
  const moves = latestMoves(labels.labels, mostMoves);
  const placeOf = useVersionPlaces(library, labels);
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
      <ul className="labels-list" aria-label={t('Labels')}>
        {offeredLabels(labels.labels).map((offered) => (
          <li key={offered.label}>
            <label className="labels-label">
              <input
                className="ui-check"
                type="checkbox"
                checked={offered.versionId === id}
                onChange={() => void toggle(offered)}
              />
              <span className="labels-name">{offered.label}</span>
              <span className="labels-place">{placedOn(offered, id, placeOf)}</span>
            </label>
          </li>
        ))}
      </ul>
      <TextField
        label={t('New label')}
        verbatim
        autoComplete="off"
        inputRef={field}
        value={text}
        error={error}
        onChange={type}
      />
      {moves.length > 0 && <LabelLog moves={moves} now={now} placeOf={placeOf} />}
    </Dialog>
  );
}

function useLabelForm({ move }: Labels, version: VersionItem) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  return {
    ...{ text, error, field },
    type(next: string): void {
      setText(next);
      setError(undefined);
    },
    async add(): Promise<void> {
      const label = VersionLabel.safeParse(text.trim());
      const problem = label.success ? await move(label.data, version) : label.error.issues[0]?.message;
      setError(problem ?? undefined);
      if (problem === null) setText('');
      field.current?.focus();
    },
    async toggle({ label, versionId }: OfferedLabel): Promise<void> {
      setError((await move(label, versionId === version.id ? null : version)) ?? undefined);
    },
  };
}

/** Returns where a version is; undefined until that was looked up. */
type PlaceOf = (versionId: number) => VersionPlace | undefined;

function useVersionPlaces(library: Library, { labels }: Labels): PlaceOf {
  const ids = labels.flatMap(({ versionId, moves }) => [
    versionId,
    ...moves.flatMap((move) => [move.versionId, move.over ?? null]),
  ]);
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const places = useLive(() => versionPlaces(library, wanted), [library, wanted.join(' ')]);
  return (versionId) => places?.get(versionId);
}

function placedOn({ versionId }: OfferedLabel, here: number, placeOf: PlaceOf): string {
  if (versionId === null) return t('on no version');
  if (versionId === here) return t('on this version');
  return t('on {version}', { version: versionName(versionId, placeOf) });
}

function versionName(versionId: number | null, placeOf: PlaceOf): string {
  if (versionId === null) return t('no version');
  const place = placeOf(versionId);
  if (place === undefined) return '…';
  if (place === 'deleted') return t('a deleted version');
  if (place === 'notHere') return t('a version that is not here');
  return t('Version {number}', { number: place });
}

type LabelLogProps = {
  readonly moves: readonly LoggedMove[];
  readonly now: number;
  readonly placeOf: PlaceOf;
};

function LabelLog({ moves, now, placeOf }: LabelLogProps) {
  return (
    <section className="labels-log" aria-label={t('Moves of labels')}>
      <h3>{t('Moves of labels')}</h3>
      <ol>
        {moves.map((move) => (
          <li key={`${move.label} ${move.at} ${move.versionId}`}>
            <span>
              {t('"{label}" to {version}', {
                label: move.label,
                version: versionName(move.versionId, placeOf),
              })}
              {move.over !== undefined && (
                <span className="labels-log-over">
                  {' '}
                  {t('It had been moved to {version} on another device at the same time.', {
                    version: versionName(move.over, placeOf),
                  })}
                </span>
              )}
            </span>
            <time dateTime={move.at} title={fullDate(move.at, {})}>
              {move.device === ''
                ? relativeTime(move.at, { now })
                : `${isolatedName(move.device)}, ${relativeTime(move.at, { now })}`}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
