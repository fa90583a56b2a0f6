import { useSetAtom } from 'jotai';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isApple } from '../../../ui/keys/key-label.ts';
import { commandKey } from '../../../ui/keys/pressed-key.ts';
import type { OpenEditor } from '../open-editors/open-editor-type.ts';
import { findQueryAtom } from './find-atoms.ts';
import { queryOfWords } from './find-query.ts';

export type FindOpening = {
  readonly isReplacing: boolean;
  /** Counts how often it was asked for: each time the field has the focus. */
  readonly asked: number;
  /** Counts how often the first match was asked for, without the focus. */
  readonly asksFirst: number;
};

export type Find = {
  /** Null while there is no find bar. */
  readonly opening: FindOpening | null;
  /** Opens it, with what is selected in the text as what is looked for. */
  begin(isReplacing: boolean): void;
  /** Shows it with or without the field for the replacement. */
  ask(isReplacing: boolean): void;
  close(): void;
  /** Of the pane: the keys that open the find bar. */
  onKeyDown(event: KeyboardEvent): void;
};

/** A selection of more is what is worked on, not what is looked for. */
const longestSeed = 200;

/** The words that led to a text: they are looked for as soon as it is open, once. */
export type WantedWords = { readonly words: readonly string[] | null; onTaken(): void };

type FindOptions = {
  readonly wanted: WantedWords | undefined;
  readonly editor: OpenEditor | null;
  readonly viewing: boolean;
  readonly pane: RefObject<HTMLElement | null>;
};

/** Opens the find bar of a pane, with what is selected in the text. */
export function useFind(options: FindOptions): Find {
  const { editor, viewing, pane, wanted } = options;
  const words = wanted?.words ?? null;
  const [opening, setOpening] = useState<FindOpening | null>(null);
  const setQuery = useSetAtom(findQueryAtom);

  function begin(isReplacing: boolean): void {
    if (editor === null) return;
    const seed = viewing ? String(getSelection() ?? '') : selectedText(editor);
    if (seed !== '' && seed.length <= longestSeed && !/[\r\n]/.test(seed)) {
      setQuery((query) => ({ ...query, text: seed, isPattern: false }));
    }
    // Keys that come before the field is loaded are not for the text.
    if (opening === null) pane.current?.focus();
    ask(isReplacing);
  }

  function ask(isReplacing: boolean): void {
    setOpening((before) => ({
      ...{ isReplacing: isReplacing && !viewing, asked: (before?.asked ?? 0) + 1 },
      asksFirst: before?.asksFirst ?? 0,
    }));
  }

  const lookFor = useEffectEvent((led: readonly string[]) => {
    setQuery(queryOfWords(led));
    setOpening((before) => ({
      ...{ isReplacing: before?.isReplacing ?? false, asked: before?.asked ?? 0 },
      asksFirst: (before?.asksFirst ?? 0) + 1,
    }));
    wanted?.onTaken();
  });
  const isOpen = editor !== null;
  useEffect(() => {
    if (isOpen && words !== null) lookFor(words);
  }, [isOpen, words]);

  return {
    opening: editor === null ? null : opening,
    ...{ begin, ask },
    close: () => setOpening(null),
    onKeyDown(event) {
      const wanted = wantedBy(event);
      const isInField = event.target instanceof Element && event.target.matches('.find-field input');
      // From the field, the browser's own search is one more press away.
      if (wanted === null || editor === null || (wanted === 'find' && isInField)) return;
      event.preventDefault();
      // What is selected while the bar has the focus is a match.
      const isInBar = event.target instanceof Element && event.target.closest('.find-bar') !== null;
      if (isInBar) ask(wanted === 'replace');
      else begin(wanted === 'replace');
    },
  };
}

function selectedText(editor: OpenEditor): string {
  const { from, to } = editor.finding.selection();
  return to - from > longestSeed ? '' : editor.text().slice(from, to);
}

/** On Apple's keyboards Cmd+H hides the window. */
function wantedBy(event: KeyboardEvent): 'find' | 'replace' | null {
  const isReplace = isApple() ? commandKey(event, { alt: true }) === 'f' : commandKey(event) === 'h';
  if (isReplace) return 'replace';
  return commandKey(event) === 'f' ? 'find' : null;
}
