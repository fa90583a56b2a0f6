import { type ReactNode, type Ref, useId } from 'react';
import { LuGitCompare, LuLink, LuRotateCcw, LuTag, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** The place of a row in a list of which only the part in sight is drawn. */
export type RowPlace = {
  readonly index: number;
  readonly count: number;
  /** Pixels from the beginning of the list. */
  readonly start: number;
  /** Given the element, measures its height. */
  readonly ref?: Ref<HTMLLIElement>;
};

type RowProps = {
  readonly place: RowPlace;
  readonly name: string;
  readonly hint?: string;
  readonly isActive: boolean;
  /** Null outside of selection mode. */
  readonly selection: { readonly checked: boolean; readonly disabled: boolean; onToggle(): void } | null;
  readonly marks?: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  onOpen(): void;
  /** Without it the row has no menu. */
  onMenu?(anchor: HTMLElement): void;
};

/** The whole row can be pressed: the press belongs to its name, which lies over all of it but the actions. */
function Row(props: RowProps) {
  const { place, name, hint, isActive, selection, marks, children, actions, onOpen, onMenu } = props;
  const id = useId();
  const pressed =
    selection === null ? (
      <button
        type="button"
        className="version-open"
        aria-current={isActive ? 'true' : undefined}
        aria-describedby={id}
        data-tooltip={hint}
        onClick={onOpen}
      >
        {name}
      </button>
    ) : (
      <label className="version-open" data-tooltip={hint}>
        <input
          className="ui-check"
          type="checkbox"
          checked={selection.checked}
          disabled={selection.disabled}
          aria-describedby={id}
          onChange={selection.onToggle}
        />
        {name}
      </label>
    );
  return (
    <li
      className="version-row"
      data-active={isActive || undefined}
      {...placed(place)}
      onContextMenu={(event) => {
        const anchor = event.currentTarget.querySelector<HTMLElement>('.version-open');
        if (onMenu === undefined || anchor === null) return;
        event.preventDefault();
        onMenu(anchor);
      }}
    >
      <div className="version-words">
        <div className="version-name">
          {pressed}
          {marks}
        </div>
        <div id={id} className="version-details" data-indented={selection !== null || undefined}>
          {children}
        </div>
      </div>
      {actions}
    </li>
  );
}

function placed({ index, count, start, ref = null }: RowPlace) {
  const style = { transform: `translateY(${start}px)` };
  return { ref, style, 'data-index': index, 'aria-setsize': count, 'aria-posinset': index + 1 };
}

type WaitingRowProps = { readonly place: RowPlace; readonly height: number };

/** Stands for a version whose name is not read yet. */
export function WaitingRow({ place, height }: WaitingRowProps) {
  const { style, ...attributes } = placed(place);
  return <li className="version-row" aria-busy {...attributes} style={{ ...style, height }} />;
}

type CurrentRowProps = Pick<RowProps, 'place' | 'isActive' | 'onOpen'> & { readonly selecting: boolean };

/** The text that is edited when no old version is open; it cannot be deleted, and so not be selected. */
export function CurrentRow({ place, isActive, selecting, onOpen }: CurrentRowProps) {
  return (
    <Row
      place={place}
      name={t('Current Version')}
      isActive={isActive}
      selection={selecting ? { checked: false, disabled: true, onToggle: () => undefined } : null}
      onOpen={onOpen}
    >
      <p>{isActive ? t('What you are editing') : t('Back to the current text')}</p>
    </Row>
  );
}

export type VersionRowProps = Pick<RowProps, 'place' | 'isActive' | 'selection' | 'onOpen'> & {
  readonly version: VersionItem;
  readonly isNewest: boolean;
  readonly now: number;
  readonly labels: readonly string[];
  onLabels(): void;
  onCompare(): void;
  onCopyLink(): void;
  onRestore(): void;
  onDelete(): void;
  onMenu(anchor: HTMLElement): void;
};

export function VersionRow(props: VersionRowProps) {
  const { place, version, isActive, selection, now, onOpen, onMenu } = props;
  const { version: number, createdAt, description } = version;
  return (
    <Row
      place={place}
      name={t('Version {number}', { number })}
      hint={fullDate(createdAt, {})}
      isActive={isActive}
      selection={selection}
      onOpen={onOpen}
      {...(selection === null && { onMenu })}
      marks={<VersionMarks {...props} />}
      actions={selection === null && <VersionButtons {...props} />}
    >
      <p>{description}</p>
      <time className="version-time" dateTime={createdAt}>
        {relativeTime(createdAt, { now })}
      </time>
    </Row>
  );
}

type VersionMarksProps = Pick<VersionRowProps, 'version' | 'isNewest' | 'labels'>;

function VersionMarks({ version, isNewest, labels }: VersionMarksProps) {
  return (
    <>
      {isNewest && <span className="version-mark">{t('Latest')}</span>}
      {labels.map((label) => (
        <span key={label} className="version-mark version-label">
          {label}
        </span>
      ))}
      {version.edited && <span className="version-mark">{t('edited')}</span>}
      {version.conflict === 'unreviewed' && (
        <span className="version-mark version-conflict">
          <LuGitCompare aria-hidden /> {t('Conflict')}
        </span>
      )}
    </>
  );
}

function VersionButtons(props: VersionRowProps) {
  const { version: number } = props.version;
  const buttons = [
    [t('Compare version {number} with current', { number }), <LuGitCompare key="icon" />, props.onCompare],
    [t('Labels of version {number}', { number }), <LuTag key="icon" />, props.onLabels],
    [t('Copy link to version {number}', { number }), <LuLink key="icon" />, props.onCopyLink],
    [t('Restore version {number}', { number }), <LuRotateCcw key="icon" />, props.onRestore],
    [t('Delete version {number}', { number }), <LuTrash2 key="icon" />, props.onDelete],
  ] as const;
  return (
    <div className="version-actions">
      {buttons.map(([label, icon, act]) => (
        <IconButton key={label} {...{ label, icon }} size="sm" onClick={act} />
      ))}
    </div>
  );
}
