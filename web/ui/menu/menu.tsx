import { Menu as Chakra, Span } from '@chakra-ui/react';
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef } from 'react';
import { LuCheck } from 'react-icons/lu';
import { useLastFocus } from '../dialog/last-focus.tsx';
import { KeysOfMenu, type OpenedBy } from './menu-keys.tsx';

/**
 * Runs the chosen item when the menu is gone. A dialog that opened above a menu still closing would count
 * as part of it, and close together with it.
 */
const AfterCloseContext = createContext<(run: () => void) => void>((run) => run());

function useAfterClose() {
  const chosen = useRef<(() => void) | undefined>(undefined);
  return {
    choose(run: () => void): void {
      chosen.current = run;
    },
    onExitComplete(): void {
      const run = chosen.current;
      chosen.current = undefined;
      run?.();
    },
  };
}

export interface MenuProps {
  /** A button; the menu opens below it and gives it the focus back. */
  readonly trigger: ReactElement;
  readonly label?: string;
  readonly side?: 'start' | 'end';
  /** Given, the caller also controls whether it is open. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** The last of it has left the screen. */
  readonly onClosed?: (() => void) | undefined;
  readonly children: ReactNode;
}

export function Menu(props: MenuProps) {
  const { trigger, label, side = 'end', open, children } = props;
  const lastFocus = useLastFocus();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const openedBy = useRef<OpenedBy>('pointer');
  const afterClose = useAfterClose();
  return (
    <Chakra.Root
      lazyMount
      unmountOnExit
      {...(open === undefined ? {} : { open })}
      onExitComplete={() => {
        afterClose.onExitComplete();
        props.onClosed?.();
      }}
      onOpenChange={(change) => {
        props.onOpenChange?.(change.open);
        // A press on the trigger does not focus it, and what an item opens must find the way back to it.
        if (change.open) lastFocus.current = triggerRef.current;
      }}
      positioning={{ placement: side === 'end' ? 'bottom-end' : 'bottom-start', gutter: 4 }}
    >
      <KeysOfMenu openedBy={() => openedBy.current} />
      <Chakra.Trigger
        asChild
        ref={triggerRef}
        onPointerDown={() => {
          openedBy.current = 'pointer';
        }}
        onKeyDown={({ key }) => {
          openedBy.current = key === 'ArrowUp' ? 'arrow up' : 'key';
        }}
      >
        {trigger}
      </Chakra.Trigger>
      <AfterCloseContext value={afterClose.choose}>
        <MenuList label={label}>{children}</MenuList>
      </AfterCloseContext>
    </Chakra.Root>
  );
}

export interface MenuAtProps {
  /** The row's button that was pressed, or null while the menu is closed. */
  readonly anchor: HTMLElement | null;
  readonly label: string;
  /** It was opened by a key. A row that was pressed keeps a focus that is not drawn, whatever key follows. */
  readonly byKey?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * One menu for a whole list: a menu of its own in each of a thousand rows costs a machine for each row that
 * scrolls by. The list holds the pressed button and draws the items of its row.
 */
export function MenuAt({ anchor, label, byKey = false, onClose, children }: MenuAtProps) {
  const lastFocus = useLastFocus();
  const afterClose = useAfterClose();
  const openedAt = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (anchor === null) return;
    openedAt.current = anchor;
    lastFocus.current = anchor;
  }, [anchor, lastFocus]);

  /** Unless a press elsewhere has taken the focus along. */
  function giveFocusBack(): void {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (isLost || activeElement.closest('[role=menu]')) openedAt.current?.focus();
  }

  return (
    <Chakra.Root
      lazyMount
      unmountOnExit
      open={anchor !== null}
      onExitComplete={() => {
        // The menu takes the focus once more where the pointer came and pressed at once, and goes with it.
        giveFocusBack();
        afterClose.onExitComplete();
      }}
      onOpenChange={(change) => {
        if (change.open) return;
        onClose();
        giveFocusBack();
      }}
      positioning={{
        placement: 'bottom-start',
        gutter: 4,
        getAnchorRect: () => anchor?.getBoundingClientRect() ?? null,
      }}
    >
      <KeysOfMenu openedBy={() => (byKey || anchor?.matches(':focus-visible') ? 'key' : 'pointer')} />
      <AfterCloseContext value={afterClose.choose}>
        <MenuList label={label}>{children}</MenuList>
      </AfterCloseContext>
    </Chakra.Root>
  );
}

/** In its place on the page and not at the body: so it belongs to the landmark that its trigger belongs to. */
function MenuList({ label, children }: { readonly label: string | undefined; readonly children: ReactNode }) {
  return (
    <Chakra.Positioner>
      <Chakra.Content {...(label === undefined ? {} : { 'aria-label': label })}>{children}</Chakra.Content>
    </Chakra.Positioner>
  );
}

export interface MenuItemProps {
  readonly onSelect?: () => void;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The menu stays open: what was chosen reports its progress here. */
  readonly staysOpen?: boolean;
  /** It is done while the key or the button is down: for what browsers allow only then, such as the clipboard. */
  readonly atOnce?: boolean;
  readonly children: string;
}

export function MenuItem(props: MenuItemProps) {
  const { onSelect, icon, danger, disabled, staysOpen, atOnce, children } = props;
  const afterClose = useContext(AfterCloseContext);
  return (
    <Chakra.Item
      value={children}
      disabled={disabled ?? false}
      closeOnSelect={!staysOpen}
      {...(danger ? { 'data-danger': '' } : {})}
      // A click is what keys, pointers and assistive technology all come to. The menu's own event is that of the item
      // that was highlighted when the page was last drawn: a click right after the press, or without one, chose nothing.
      onClick={() => {
        if (onSelect === undefined || disabled) return;
        if (staysOpen || atOnce) onSelect();
        else afterClose(onSelect);
      }}
    >
      {icon}
      <Chakra.ItemText>{children}</Chakra.ItemText>
    </Chakra.Item>
  );
}

export interface MenuCheckProps {
  readonly checked: boolean;
  /** Stands at the end, muted. */
  readonly hint?: string | undefined;
  /** Several can be ticked one after the other. */
  readonly staysOpen?: boolean;
  readonly onToggle: () => void;
  readonly children: string;
}

/** Ticked or not, by itself. */
export function MenuCheck({ checked, hint, staysOpen, onToggle, children }: MenuCheckProps) {
  return (
    <Chakra.CheckboxItem value={children} checked={checked} closeOnSelect={!staysOpen} onClick={onToggle}>
      <Chakra.ItemText>{children}</Chakra.ItemText>
      {hint !== undefined && (
        <Span color="fg.muted" textStyle="xs">
          {hint}
        </Span>
      )}
      <Chakra.ItemIndicator>
        <LuCheck />
      </Chakra.ItemIndicator>
    </Chakra.CheckboxItem>
  );
}

export interface MenuChoicesProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChoose: (value: Value) => void;
}

/** One of several, ticked. */
export function MenuChoices<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: MenuChoicesProps<Value>) {
  return (
    <Chakra.RadioItemGroup
      aria-label={label}
      value={value}
      onValueChange={(change) => {
        const chosen = options.find((option) => option.value === change.value);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {options.map((option) => (
        <Chakra.RadioItem key={option.value} value={option.value}>
          {option.icon}
          <Chakra.ItemText>{option.label}</Chakra.ItemText>
          <Chakra.ItemIndicator>
            <LuCheck />
          </Chakra.ItemIndicator>
        </Chakra.RadioItem>
      ))}
    </Chakra.RadioItemGroup>
  );
}

export function MenuLabel({ children }: { readonly children: string }) {
  return (
    <Chakra.ItemGroup>
      <Chakra.ItemGroupLabel>{children}</Chakra.ItemGroupLabel>
    </Chakra.ItemGroup>
  );
}

export function MenuSeparator() {
  return <Chakra.Separator />;
}
