import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { OpenEditor } from './open-editor-type.ts';

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
  const isOpen = editor !== null;

  function focusText(): void {
    const rendered = pane.current?.querySelector<HTMLElement>('.rendered-text');
    // In the text a touch screen would lay its keyboard over half of the page.
    const isTouched = window.matchMedia('(pointer: coarse)').matches;
    if (rendered) rendered.focus();
    else if (isTouched) pane.current?.focus();
    else editor?.focus();
  }

  const take = useEffectEvent(() => {
    if (document.activeElement === document.body) focusText();
    onTaken();
  });
  useEffect(() => {
    if (isWanted && isOpen) take();
  }, [isWanted, isOpen]);

  useLayoutEffect(() => {
    // The control that had the focus belonged to the prompt before this one.
    if (lastPrompt.current !== promptId) last.current = null;
    lastPrompt.current = promptId;
  }, [promptId]);

  useLayoutEffect(() => {
    // A text that is exchanged for another one has the focus again when that is open.
    if (editor === null || last.current === null || last.current.isConnected) return;
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
    onBlur(): void {
      last.current = null;
    },
  };
}
