import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { pressedKey } from '../../ui/keys/pressed-key.ts';
import { isInHiddenSlot } from './open-editors/editor-slot.ts';
import type { OpenEditor } from './open-editors/open-editor-type.ts';

export type PaneFocusOptions = {
  readonly promptId: number;
  /** Null while no text is open. */
  readonly editor: OpenEditor | null;
  /** The focus belongs here: this prompt was chosen in a place that went away. */
  readonly isWanted: boolean;
  onTaken(): void;
};

/** The focus comes here when it is wanted here; and when what has it in here is taken away, the text has it. */
export function usePaneFocus(
  pane: RefObject<HTMLElement | null>,
  { promptId, editor, isWanted, onTaken }: PaneFocusOptions,
) {
  const last = useRef<Element | null>(null);
  const lastPrompt = useRef(promptId);

  function focusText(): void {
    const rendered = pane.current?.querySelector<HTMLElement>('.rendered-text');
    // In the text a touch screen would lay its keyboard over half of the page.
    const isTouched = window.matchMedia('(pointer: coarse)').matches;
    if (rendered) rendered.focus();
    else if (isTouched) pane.current?.focus();
    else editor?.focus();
  }

  useWantedFocus(pane, { isWanted: isWanted && editor !== null, focusText, onTaken });

  useLayoutEffect(() => {
    // The control that had the focus belonged to the prompt before this one.
    if (lastPrompt.current !== promptId) last.current = null;
    lastPrompt.current = promptId;
  }, [promptId]);

  useLayoutEffect(() => {
    // A text that is exchanged for another one has the focus again when that is open.
    if (editor === null || last.current === null || !isLeft(last.current)) return;
    last.current = null;
    if (document.activeElement === document.body) focusText();
  });

  return {
    // Of a pane that takes the focus itself, and for the keyboard is no stop.
    tabIndex: -1,
    onFocus(event: { readonly target: Element }): void {
      last.current = event.target;
    },
    // Not called where the element itself is taken away: that is how a lost focus differs from one that moved.
    onBlur(event: { readonly target: Element }): void {
      if (!isLeft(event.target)) last.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => goByKey(event, pane.current, focusText),
  };
}

/** Returns true for what is on the page no more, and for the text of a prompt that another one was shown for. */
function isLeft(element: Element): boolean {
  return !element.isConnected || isInHiddenSlot(element);
}

/** F6 goes round the parts of a window, Alt+F10 to the toolbar of an editor: from there to the text, else to the tools. */
function goByKey(event: KeyboardEvent, pane: HTMLElement | null, focusText: () => void): void {
  const key = pressedKey(event);
  const isF6 = key === 'F6' && !event.altKey;
  const isAltF10 = key === 'F10' && event.altKey;
  if (!(isF6 || isAltF10) || event.ctrlKey || event.metaKey) return;
  const tools = pane?.querySelector('[role=toolbar]');
  if (!tools) return;
  event.preventDefault();
  if (tools.contains(document.activeElement)) {
    focusText();
    return;
  }
  const buttons = [...tools.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  // On a narrow screen some wait behind another one.
  buttons.find((button) => button.getClientRects().length > 0)?.focus();
}

type WantedFocus = { readonly isWanted: boolean; focusText(): void; onTaken(): void };

/** Gives the text the focus that is wanted here, once it is open and nobody else has it. */
function useWantedFocus(
  pane: RefObject<HTMLElement | null>,
  { isWanted, focusText, onTaken }: WantedFocus,
): void {
  /** Returns false while a dialog still has the focus, which it gives back when it is closed. */
  const take = useEffectEvent((): boolean => {
    const { activeElement } = document;
    const dialog = activeElement?.closest('[role=dialog], [role=alertdialog]');
    if (dialog && !dialog.contains(pane.current)) return false;
    // Where it is on the page and on nothing in it. Elsewhere a person has put it.
    if (activeElement === null || activeElement.contains(pane.current)) focusText();
    onTaken();
    return true;
  });
  useEffect(() => {
    if (!isWanted || take()) return;
    const events = new AbortController();
    const onFocus = () => {
      if (take()) events.abort();
    };
    document.addEventListener('focusin', onFocus, { signal: events.signal });
    return () => events.abort();
  }, [isWanted]);
}
