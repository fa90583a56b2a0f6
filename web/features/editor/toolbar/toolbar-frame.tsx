import { chakra, IconButton, type IconButtonProps } from '@chakra-ui/react';
import { type ReactNode, useRef, useState } from 'react';
import { LuEllipsis } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { keyLabel, keysHere } from '../../../ui/keys/key-label.ts';
import { moveAlong } from '../../../ui/shortcuts/move-along.ts';
import { narrowStage } from '../stage/stage-room.ts';
import { toolsByRoom } from './toolbar-styles.ts';

const Bar = chakra('div', {
  base: { flex: 'none', px: '3', pt: '1', pb: '2', borderBottomWidth: '1px', [narrowStage]: { px: '2' } },
});

/** The rule before a group is cut off where the group begins a row; outlines of what has the focus are not. */
const Tools = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    rowGap: '1',
    columnGap: 'calc(2 * {spacing.1} + 1px)',
    m: '-1',
    p: '1',
    overflow: 'clip',
  },
});

const Group = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    _before: {
      content: '""',
      position: 'absolute',
      insetBlock: '0',
      insetStart: 'calc(-1 * {spacing.1} - 1px)',
      width: '1px',
      bg: 'border',
    },
  },
});

export type ToolbarFrameProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** The last tool, which is always in the first row. */
  readonly end: ReactNode;
};

/**
 * Arrow keys go from button to button (WAI-ARIA toolbar); Tab goes through them all the same. Where there is no
 * room for all tools in a row, those with `rest` wait behind one more.
 */
export function ToolbarFrame({ label, children, end }: ToolbarFrameProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [hasAll, setHasAll] = useState(false);
  return (
    <Bar
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={(event) => moveAlong(event, bar.current)}
      // The text keeps its selection and its caret: what a press formats stays visible.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Tools css={toolsByRoom} data-all={hasAll || undefined}>
        {children}
        <Tool
          className="editor-tool-more"
          display="none"
          label={t('More tools')}
          icon={<LuEllipsis />}
          aria-expanded={hasAll}
          onClick={() => setHasAll(!hasAll)}
        />
        {end}
      </Tools>
    </Bar>
  );
}

export function ToolGroup({ children }: { readonly children: ReactNode }) {
  return <Group className="editor-toolbar-group">{children}</Group>;
}

export type ToolProps = Omit<IconButtonProps, 'aria-label'> & {
  readonly icon: ReactNode;
  /** The accessible name. */
  readonly label: string;
  /** The text of the tooltip, instead of the name. */
  readonly hint?: string;
  /** The keys that do the same in the text, such as 'Ctrl+B'; on a Mac it is Cmd. */
  readonly keys?: readonly string[];
  /** How early it gives way to others as the room gets less: 1 is the first. */
  readonly rest?: 1 | 2 | 3;
};

export function Tool({ label, icon, hint = label, keys = [], rest, ...button }: ToolProps) {
  return (
    <IconButton variant="ghost" {...button} aria-label={label} {...keyHints(hint, keys)} data-rest={rest}>
      {icon}
    </IconButton>
  );
}

/** Returns the attributes that show the keys of a button in its tooltip, and name them to a screen reader. */
export function keyHints(hint: string, keys: readonly string[]) {
  const own = keys.map(keysHere);
  const named = own.map((key) => key.replace('Ctrl', 'Control').replace('Cmd', 'Meta'));
  return {
    'data-tooltip': own.length === 0 ? hint : `${hint} (${eitherOf(own.map(keyLabel))})`,
    'aria-keyshortcuts': named.length === 0 ? undefined : named.join(' '),
  };
}

function eitherOf([first = '', second]: readonly string[]): string {
  return second === undefined ? first : t('{first} or {second}', { first, second });
}
