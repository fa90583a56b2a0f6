import { Text, VisuallyHidden } from '@chakra-ui/react';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { matchedPlaces } from '#shared/text/fuzzy-match.ts';
import { Keys } from '../../ui/shortcuts/shortcut-list.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { VirtualList, type VirtualListHandle, type VirtualRowAttributes } from '../../ui/virtual-list.tsx';
import { EntryIcon, keyOf, kindWord, type PaletteEntry } from './palette-entries.tsx';
import type { PaletteList } from './palette-rows.ts';

export interface PaletteOptionsProps {
  readonly list: PaletteList;
  readonly listId: string;
  optionId(place: number): string;
  /** The place of the active option. */
  readonly active: number;
  onActivate(place: number): void;
  onChoose(entry: PaletteEntry): void;
}

/** Pixels: for a mouse, and under a finger. */
const rowHeights = { fine: { entry: 40, heading: 32 }, coarse: { entry: 48, heading: 36 } };

/** The list of the palette; it draws the rows in sight. */
export function PaletteOptions(props: PaletteOptionsProps) {
  const { list, listId, active } = props;
  const { rows, stops, words } = list;
  const { attributes, rowHeight, rowKey, height } = useRows(props);
  const scroller = useScrollToActive(list, active);
  if (stops.length === 0) {
    return (
      <Text role="status" py="6" px="4.5" color="fg.muted" textAlign="center">
        {t('Nothing has this name. To look inside prompts, use the search.')}
      </Text>
    );
  }
  const style: CSSProperties & Record<`--${string}`, string> = { '--palette-rows': `${height}px` };
  return (
    <>
      <VisuallyHidden role="status">
        {words.length > 0 && t('{count, plural, one {# result} other {# results}}', { count: stops.length })}
      </VisuallyHidden>
      {/* The field keeps the focus, whatever is pressed here. */}
      <div className="palette-list" style={style} onPointerDown={(event) => event.preventDefault()}>
        <VirtualList
          ref={scroller}
          id={listId}
          role="listbox"
          label={t('Commands and names')}
          count={rows.length}
          {...{ rowHeight, rowKey }}
          rowAttributes={attributes}
          keptRow={stops[active]}
          renderRow={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            if (row.kind === 'heading') return <p className="palette-heading">{row.title}</p>;
            return <Option entry={row.entry} words={words} />;
          }}
        />
      </div>
    </>
  );
}

/** Returns how high the rows are, their keys, and what they are for a screen reader and a pointer. */
function useRows({ list, optionId, active, onActivate, onChoose }: PaletteOptionsProps) {
  const { rows, stops } = list;
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const heights = isCoarse ? rowHeights.coarse : rowHeights.fine;
  const rowHeight = useCallback((row: number) => heights[rows[row]?.kind ?? 'entry'], [rows, heights]);
  const rowKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row?.kind === 'entry' ? keyOf(row.entry) : `heading-${index}`;
    },
    [rows],
  );

  function attributes(index: number): VirtualRowAttributes {
    const row = rows[index];
    if (row?.kind !== 'entry') return { role: 'presentation' };
    const { entry, place } = row;
    return {
      id: optionId(place),
      role: 'option',
      // The keyboard is the field's: it walks through these by `aria-activedescendant`.
      tabIndex: -1,
      'aria-selected': place === active,
      'aria-setsize': stops.length,
      'aria-posinset': place + 1,
      // A list that scrolls under a pointer at rest moves nothing.
      onPointerMove({ movementX, movementY }) {
        if (place !== active && (movementX !== 0 || movementY !== 0)) onActivate(place);
      },
      onClick: () => onChoose(entry),
    };
  }

  return { attributes, rowHeight, rowKey, height: rows.reduce((sum, row) => sum + heights[row.kind], 0) };
}

/** Keeps the active option in sight, and at the first one the heading above it. */
function useScrollToActive({ rows, stops }: PaletteList, active: number) {
  const scroller = useRef<VirtualListHandle>(null);
  useEffect(() => {
    if (rows.length > 0) scroller.current?.scrollToRow(active === 0 ? 0 : (stops[active] ?? 0));
  }, [rows, stops, active]);
  return scroller;
}

function Option({ entry, words }: { readonly entry: PaletteEntry; readonly words: readonly string[] }) {
  const kind = kindWord(entry);
  return (
    <div className="palette-option" data-kind={entry.target.kind}>
      <span className="palette-icon" aria-hidden="true">
        <EntryIcon entry={entry} />
      </span>
      <span className="palette-title" dir="auto">
        <MarkedName entry={entry} words={words} />
      </span>
      {entry.detail !== '' && (
        <>
          {' '}
          <span className="palette-detail" dir="auto">
            {entry.detail}
          </span>
        </>
      )}
      {entry.keys !== undefined && <Keys keys={entry.keys} />}
      {kind !== '' && <VisuallyHidden>, {kind}</VisuallyHidden>}
    </div>
  );
}

/** The title with the letters marked by which it was found. */
function MarkedName({ entry, words }: { readonly entry: PaletteEntry; readonly words: readonly string[] }) {
  const { name } = entry;
  const places = words.length === 0 ? [] : matchedPlaces(words, name);
  if (places.length === 0) return entry.title;
  // The places are those of the composed title.
  const title = entry.title.normalize('NFC');
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of runsOf(places)) {
    parts.push(title.slice(end, from), <mark key={from}>{title.slice(from, to)}</mark>);
    end = to;
  }
  return [...parts, title.slice(end)];
}

/** Returns the runs of places that follow each other, each from its first to after its last. */
function runsOf(places: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === place) last[1] = place + 1;
    else runs.push([place, place + 1]);
  }
  return runs;
}
