import { chakra, Flex, Icon } from '@chakra-ui/react';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { LuSearch, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Commands } from '../../ui/commands.ts';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { entryAt } from '../../ui/options/option-rows.ts';
import { useWaitingChoice } from '../../ui/options/use-waiting-choice.ts';
import type { ListedCommand } from './command-table.tsx';
import {
  commandEntries,
  type PaletteContents,
  type PaletteEntry,
  type PaletteTarget,
  paletteEntries,
} from './palette-entries.tsx';
import { PaletteHints } from './palette-hints.tsx';
import { followPaletteKey } from './palette-keys.ts';
import { PaletteOptions } from './palette-options.tsx';
import { paletteList } from './palette-rows.ts';

export type PaletteJump = Exclude<PaletteTarget, { readonly kind: 'command' }>;

export interface PaletteDialogProps {
  readonly contents: PaletteContents;
  readonly open: boolean;
  /** From before the palette was on the screen. */
  readonly typed?: TypedAhead | undefined;
  /** Whether the versions and files were read. */
  readonly isComplete: boolean;
  /** Returns what can be done now. */
  commandsNow(): Commands;
  /** The commands that open a feature. */
  readonly openingCommands: readonly ListedCommand[];
  onClose(): void;
  onGoTo(target: PaletteJump): void;
  /** Returns what has the focus after a jump. */
  focusAfterJump(target: PaletteJump): HTMLElement | null;
}

export type TypedAhead = {
  readonly query: string;
  /** Enter followed: what is found first is chosen. */
  readonly isChosen: boolean;
};

/** A combobox (WAI-ARIA): the focus stays in the field, and the arrow keys walk through the list below it. */
export function PaletteDialog(props: PaletteDialogProps) {
  const { open, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const { choose, finalFocus } = useChoice(props);
  return (
    <BareDialog
      open={open}
      onClose={onClose}
      title={t('Command palette')}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      <PaletteBody {...props} field={field} onChoose={choose} />
    </BareDialog>
  );
}

/** Does what was chosen once the dialog is gone and the focus is back: what that opens finds its way back then. */
function useChoice({ commandsNow, onClose, onGoTo, focusAfterJump }: PaletteDialogProps) {
  const chosen = useRef<PaletteEntry | null>(null);
  const run = ({ target }: PaletteEntry) =>
    target.kind === 'command' ? commandsNow()[target.id]?.() : onGoTo(target);
  const isAtOnce = ({ target, command }: PaletteEntry) => command?.atOnce || target.kind === 'project';
  return {
    choose(entry: PaletteEntry): void {
      chosen.current = entry;
      if (isAtOnce(entry)) run(entry);
      onClose();
    },
    finalFocus(opener: HTMLElement | null): HTMLElement | null {
      const entry = chosen.current;
      chosen.current = null;
      if (entry === null) return opener;
      if (!isAtOnce(entry)) queueMicrotask(() => run(entry));
      const { target } = entry;
      return target.kind === 'command' || target.kind === 'label' ? opener : focusAfterJump(target);
    },
  };
}

type Offering = Pick<PaletteDialogProps, 'commandsNow' | 'openingCommands'>;

function useOffered({ commandsNow, openingCommands }: Offering): () => PaletteEntry[] {
  return useCallback(() => commandEntries(commandsNow(), openingCommands), [commandsNow, openingCommands]);
}

interface PaletteBodyProps extends Omit<PaletteDialogProps, 'open' | 'onGoTo' | 'focusAfterJump'> {
  readonly field: React.RefObject<HTMLInputElement | null>;
  onChoose(entry: PaletteEntry): void;
}

function PaletteBody(props: PaletteBodyProps) {
  const { field, typed, isComplete, onChoose, onClose } = props;
  const { outline, recentPromptIds, versions, labels, openVersionId, files } = props.contents;
  const [query, setQuery] = useState(typed?.query ?? '');
  const [active, setActive] = useState(0);
  const listId = useId();
  const entries = useMemo(
    () => paletteEntries({ outline, recentPromptIds, versions, labels, openVersionId, files }),
    [outline, recentPromptIds, versions, labels, openVersionId, files],
  );
  const offered = useOffered(props);
  // Read at every key: what can be done may have changed, and there are few.
  const list = useMemo(() => paletteList(offered(), entries, query), [offered, entries, query]);
  const count = list.stops.length;
  const at = Math.min(active, count - 1);
  const optionId = (place: number) => `${listId}-${place}`;
  // Until everything was read, what will be found first is not known. A place that was gone to is a choice.
  const isSettled = isComplete || query === '' || at > 0;
  const choice = useWaitingChoice(typed?.isChosen === true, isSettled, () => {
    const entry = entryAt(list, at);
    if (entry !== undefined) onChoose(entry);
  });
  return (
    <Flex direction="column" minH="0" textStyle="sm" css={room}>
      <PaletteHead onClose={onClose}>
        <QueryInput
          ref={field}
          {...fieldAttributes}
          role="combobox"
          aria-autocomplete="list"
          aria-label={t('Command, prompt, project, version or file')}
          aria-expanded={count > 0}
          aria-controls={count > 0 ? listId : undefined}
          aria-activedescendant={count > 0 ? optionId(at) : undefined}
          placeholder={t('Type a command or a name...')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
            choice.cancel();
          }}
          onKeyDown={(event) =>
            followPaletteKey(event, {
              ...{ at, count, setActive, onClose, onChoose },
              choose: choice.make,
              reopen: () => offered().find(({ target }) => target.id === 'reopenTab'),
            })
          }
        />
      </PaletteHead>
      <PaletteOptions {...{ list, listId, optionId, onChoose }} active={at} onActivate={setActive} />
      <PaletteHints />
    </Flex>
  );
}

/** The height of the list; on a phone, down to the keyboard. */
const room = {
  '--option-room': 'min(26rem, 76vh - 7.25rem)',
  _narrow: { '--option-room': 'calc(var(--visible-height, 100dvh) - var(--titlebar-height) - 4.25rem)' },
};

const QueryInput = chakra('input', {
  base: {
    flex: '1',
    minW: '0',
    height: 'full',
    ps: '12',
    pe: '4',
    bg: 'transparent',
    color: 'fg',
    fontSize: 'md',
    textOverflow: 'ellipsis',
    // It is all there is to type into, and has the focus as long as the palette is open: the line below it says so.
    _focusVisible: { outline: '0' },
  },
});

function PaletteHead({ children, onClose }: { readonly children: ReactNode; onClose(): void }) {
  return (
    <Flex
      position="relative"
      flex="none"
      align="center"
      height="3.25rem"
      borderBottomWidth="1px"
      _focusWithin={{ borderBottomColor: 'focus', boxShadow: '0 1px 0 {colors.focus}' }}
    >
      <Icon
        position="absolute"
        insetStart="4.5"
        boxSize="4.5"
        color="fg.muted"
        pointerEvents="none"
        aria-hidden="true"
      >
        <LuSearch />
      </Icon>
      {children}
      <IconButton
        label={t('Close')}
        icon={<LuX />}
        me="1"
        color="fg.muted"
        display="none"
        _finger={{ display: 'inline-flex' }}
        _narrow={{ display: 'inline-flex' }}
        onClick={onClose}
      />
    </Flex>
  );
}

const fieldAttributes = {
  type: 'text',
  // In the commit that draws it: a key that follows at once is typed here, not into the text.
  autoFocus: true,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  enterKeyHint: 'go',
} as const;
