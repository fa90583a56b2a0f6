/** A text on the screen in which findings are marked, and which a fix changes. Ranges are UTF-16 units of the text. */
export type LintedText = {
  text(): string;
  /** Calls the listener after every change of the text; returns how to stop. */
  onText(listener: () => void): () => void;
  readonly snippets: {
    /** Marks these ranges and no others; `title` is shown beside the pointer. */
    markFindings(
      ranges: readonly { readonly start: number; readonly end: number; readonly title: string }[],
    ): void;
    /** One change, as one step that can be undone; returns whether the text may be changed. */
    replace(range: { readonly from: number; readonly to: number }, insert: string): boolean;
    select(range: { readonly from: number; readonly to: number }): void;
    focus(): void;
  };
};
