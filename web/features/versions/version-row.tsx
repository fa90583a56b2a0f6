import { Badge, type BadgeProps, Button, HStack, Span } from '@chakra-ui/react';
import { memo, type ReactNode, type Ref, useId } from 'react';
import { LuGitCompare, LuLink, LuRotateCcw, LuTag, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { standingWords } from '../../session/case-standings.ts';
import { Checkbox } from '../../ui/dialog-parts/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import '../../ui/list/virtual-list.css';
import type { ShownVersion } from './use-version-items.ts';
import './version-rows.css';

/** The place of a row in a list of which only the part in sight is drawn. */
export type RowPlace = {
  readonly index: number;
  readonly count: number;
  /** Pixels from the beginning of the list. */
  readonly start: number;
  /** Given the element, measures its height. */
  readonly measure: Ref<HTMLLIElement>;
};

type RowProps = {
  readonly place: RowPlace;
  readonly name: string;
  /** When it was saved, and for which model; the current text was not. */
  readonly saved?: { readonly at: string; readonly now: number; readonly model: string | undefined };
  readonly isActive: boolean;
  /** Null outside of selection mode. */
  readonly selection: { readonly checked: boolean; readonly disabled: boolean; onToggle(): void } | null;
  readonly marks?: ReactNode;
  readonly description: ReactNode;
  readonly actions?: ReactNode;
  onOpen(): void;
  /** Without it the row has no menu. */
  onMenu?(anchor: HTMLElement): void;
};

/** The whole row can be pressed: the press belongs to its name, which lies over all of it but the actions. */
function Row(props: RowProps) {
  const { place, name, saved, isActive, selection, marks, actions, onOpen, onMenu } = props;
  const hint = saved && fullDate(saved.at, {});
  const id = useId();
  const described = `${id} ${id}-time`;
  const pressed =
    selection === null ? (
      <button
        type="button"
        className="version-open"
        aria-current={isActive ? 'true' : undefined}
        aria-describedby={described}
        data-tooltip={hint}
        onClick={onOpen}
      >
        {name}
      </button>
    ) : (
      <Checkbox
        className="version-open"
        position="static"
        minH="6"
        css={{ '& > [data-part]': { outline: '0', opacity: '1' } }}
        checked={selection.checked}
        disabled={selection.disabled}
        describedBy={described}
        data-tooltip={hint}
        onChange={selection.onToggle}
      >
        {name}
      </Checkbox>
    );
  return (
    <li
      className="ui-virtual-row version-row"
      data-active={isActive || undefined}
      data-selecting={selection !== null || undefined}
      {...placed(place)}
      onContextMenu={(event) => {
        const anchor = event.currentTarget.querySelector<HTMLElement>('.version-open');
        if (onMenu === undefined || anchor === null) return;
        event.preventDefault();
        onMenu(anchor);
      }}
    >
      <div className="version-name">
        {pressed}
        {marks}
      </div>
      <p id={id}>{props.description}</p>
      <div className="version-foot">
        <span id={`${id}-time`}>{saved && <Saved {...saved} />}</span>
        {actions}
      </div>
    </li>
  );
}

function Saved({ at, now, model }: NonNullable<RowProps['saved']>) {
  return (
    <>
      <time dateTime={at}>{relativeTime(at, { now })}</time>
      {model !== undefined && (
        <>
          {' \u00b7 '}
          <bdi>{model}</bdi>
        </>
      )}
    </>
  );
}

function placed({ index, count, start, measure }: RowPlace) {
  const style = { transform: `translateY(${start}px)` };
  return { ref: measure, style, 'data-index': index, 'aria-setsize': count, 'aria-posinset': index + 1 };
}

type WaitingRowProps = { readonly place: RowPlace; readonly height: number };

/** Stands for a version whose name is not read yet. */
export function WaitingRow({ place, height }: WaitingRowProps) {
  const { style, ...attributes } = placed(place);
  return <li className="ui-virtual-row version-row" aria-busy {...attributes} style={{ ...style, height }} />;
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
      description={isActive ? t('What you are editing') : t('Back to the current text')}
      onOpen={onOpen}
    />
  );
}

export type VersionRowProps = RowPlace & {
  readonly version: ShownVersion;
  readonly isActive: boolean;
  /** Null outside of selection mode. */
  readonly isSelected: boolean | null;
  readonly now: number;
  readonly labels: readonly string[];
  /** The same at each drawing. */
  readonly acts: VersionRowActs;
};

export type VersionRowActs = {
  onOpen(version: VersionItem): void;
  onToggle(version: VersionItem): void;
  onLabels(version: VersionItem, anchor: HTMLElement): void;
  onCompare(version: VersionItem): void;
  onCopyLink(version: VersionItem): void;
  onRestore(version: VersionItem): void;
  onDelete(version: VersionItem): void;
  onMenu(version: VersionItem, anchor: HTMLElement): void;
  onRuns(version: VersionItem): void;
};

/** Shows a version. It keeps its drawing while a scroll draws the list at each frame. */
export const VersionRow = memo(function VersionRow(props: VersionRowProps) {
  const { index, count, start, measure, version, isActive, isSelected, now, labels, acts } = props;
  const { version: number, createdAt, description, model } = version;
  const selection =
    isSelected === null
      ? null
      : { checked: isSelected, disabled: false, onToggle: () => acts.onToggle(version) };
  return (
    <Row
      place={{ index, count, start, measure }}
      name={t('Version {number}', { number })}
      saved={{ at: createdAt, now, model }}
      isActive={isActive}
      selection={selection}
      onOpen={() => acts.onOpen(version)}
      {...(selection === null && { onMenu: (anchor: HTMLElement) => acts.onMenu(version, anchor) })}
      marks={<VersionMarks {...{ version, labels, acts }} isNewest={index === 1} />}
      description={version.standing === undefined ? description : <Described {...{ version }} />}
      actions={selection === null && <VersionButtons {...{ version, acts }} />}
    />
  );
});

function Described({ version: { description, standing } }: Pick<VersionRowProps, 'version'>) {
  return (
    <>
      {description}
      {standing !== undefined && (
        <Span display="block" mt="1" fontVariantNumeric="tabular-nums">
          {t('Cases: {standing}', { standing: standingWords(standing) })}
        </Span>
      )}
    </>
  );
}

type VersionMarksProps = Pick<VersionRowProps, 'version' | 'labels' | 'acts'> & {
  readonly isNewest: boolean;
};

function VersionMarks({ version, isNewest, labels, acts }: VersionMarksProps) {
  return (
    <>
      {isNewest && (
        <Mark variant="outline" colorPalette="gray">
          {t('Latest')}
        </Mark>
      )}
      {labels.map((label) => (
        <Mark key={label} colorPalette="accent">
          {label}
        </Mark>
      ))}
      {version.edited && (
        <Mark variant="outline" colorPalette="gray">
          {t('edited')}
        </Mark>
      )}
      {version.conflict === 'unreviewed' && (
        <Mark colorPalette="warning">
          <LuGitCompare aria-hidden /> {t('Conflict')}
        </Mark>
      )}
      {version.runs > 0 && (
        <Button
          size="sm"
          variant="ghost"
          position="relative"
          h="6"
          minH="6"
          px="1.5"
          textStyle="xs"
          onClick={() => acts.onRuns(version)}
        >
          {t('{count, plural, one {# kept run} other {# kept runs}}', { count: version.runs })}
        </Button>
      )}
    </>
  );
}

function Mark(props: BadgeProps) {
  return <Badge size="xs" px="1.5" borderRadius="full" whiteSpace="normal" {...props} />;
}

function VersionButtons({ version, acts }: Pick<VersionRowProps, 'version' | 'acts'>) {
  const { version: number } = version;
  const buttons = [
    [t('Compare version {number} with current', { number }), <LuGitCompare key="icon" />, acts.onCompare],
    [t('Labels of version {number}', { number }), <LuTag key="icon" />, acts.onLabels],
    [t('Copy link to version {number}', { number }), <LuLink key="icon" />, acts.onCopyLink],
    [t('Restore version {number}', { number }), <LuRotateCcw key="icon" />, acts.onRestore],
    [t('Delete version {number}', { number }), <LuTrash2 key="icon" />, acts.onDelete],
  ] as const;
  return (
    <HStack position="relative" gap="0" ms="auto" color="fg.muted">
      {buttons.map(([label, icon, act]) => (
        <IconButton
          key={label}
          {...{ label, icon }}
          size="sm"
          {...(act === acts.onLabels && { 'aria-haspopup': 'menu' })}
          onClick={(event) => act(version, event.currentTarget)}
        />
      ))}
    </HStack>
  );
}
