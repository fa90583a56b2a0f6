import type { Matches } from './find-matches.ts';

export type Span = { readonly from: number; readonly to: number };

/** A text on the screen that can be searched: the one that is written, or the one that is read. */
export type FindSurface = {
  text(): string;
  /** It is drawn part by part: what it does not have yet may come. */
  readonly isDrawnLater: boolean;
  /** Calls the listener after every change of the text; returns how to stop. */
  onText(listener: () => void): () => void;
  /** The selection, or the match that was revealed last. */
  selection(): Span;
  /** Marks matches, and one of them as the current one; null marks none. */
  show(matches: Matches | null, current: Span | null): void;
  /** Selects a match, and brings it into sight. */
  reveal(match: Span): void;
  /** Gives the text the focus, with what is selected. */
  focus(): void;
  /** Puts a text in place of a span, as one step that can be undone; returns whether it may be changed. */
  replace(span: Span, insert: string): boolean;
  /** Puts another text in place of the whole one, with the caret at an offset of it. */
  replaceAll(text: string, caret: number): boolean;
};
