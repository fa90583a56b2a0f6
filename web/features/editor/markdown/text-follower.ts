/**
 * Follows a text that changes, and has it read as Markdown: an answer that still comes, or a text that others write in.
 *
 * A text that is being read is read to its end before the newest one is begun. Stopped by each change, a text that
 * changes more often than it can be read would never be shown. Another text is begun at once.
 * Before: `use-markdown-parts.ts`. After: `markdown-reader.ts`.
 */
import type { MarkdownPart, MarkdownSource } from './markdown-parts.ts';
import type { MarkdownReader } from './markdown-reader.ts';

/** `isPartial`: more of the text is on its way. */
export type ReadText = { readonly parts: readonly MarkdownPart[]; readonly isPartial: boolean };

export type TextFollower = {
  take(source: MarkdownSource): void;
  stop(): void;
};

export function createTextFollower(reader: MarkdownReader, show: (read: ReadText) => void): TextFollower {
  let current: { readonly source: MarkdownSource; readonly stop: () => void } | null = null;
  let wanted: MarkdownSource | null = null;

  function begin(source: MarkdownSource): void {
    let parts: readonly MarkdownPart[] = [];
    let isRead = false;
    wanted = null;
    const stop = reader.read(source, {
      parts(more) {
        parts = [...parts, ...more];
        show({ parts, isPartial: true });
      },
      ended() {
        isRead = true;
        current = null;
        show({ parts, isPartial: false });
        if (wanted !== null) begin(wanted);
      },
    });
    if (!isRead) current = { source, stop };
  }

  function stop(): void {
    current?.stop();
    current = null;
    wanted = null;
  }

  return {
    take(source) {
      if (current !== null && areOfOneText(current.source, source)) {
        wanted = source;
        return;
      }
      stop();
      begin(source);
    },
    stop,
  };
}

/** So many units at the beginning tell one text from another. */
const comparedUnits = 64;

function areOfOneText(one: MarkdownSource, other: MarkdownSource): boolean {
  const units = Math.min(comparedUnits, one.text.length, other.text.length);
  return one.text.slice(0, units) === other.text.slice(0, units);
}
