import { useEffect } from 'react';
import type { ResolvedText } from '#shared/templates/resolve-snippets.ts';
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import { referencesOf } from '#shared/templates/snippets.ts';
import { textSourceKey, watchResolved } from '../../../data/queries/resolve-text.ts';
import { pageClock } from '../../../ui/clock.ts';
import type { SnippetToolsProps } from './snippet-surface.ts';

const pauseMs = 500;

/** Marks the references that cannot be inserted: when typing pauses, and when a snippet has changed. */
export function useUnresolvedMarks({ library, surface, promptId, versionId }: SnippetToolsProps): void {
  useEffect(() => {
    const clock = pageClock(window);
    const key = textSourceKey(promptId, versionId);
    let callOff = () => {};
    let stopWatching = () => {};

    function watch(): void {
      stopWatching();
      const text = surface.text();
      stopWatching = watchResolved(
        library,
        { key, text },
        {
          listener(resolved) {
            // What was typed meanwhile has the next turn.
            if (surface.text() === text) surface.markUnresolved(unresolvedRanges(text, key, resolved));
          },
          // The text can be written without marks, and whatever inserts its references reports it on the screen.
          failed: (error) => console.error('The references of a text could not be read.', error),
        },
      );
    }

    const stopListening = surface.onText(() => {
      callOff();
      callOff = clock.after(pauseMs, watch);
    });
    watch();
    return () => {
      callOff();
      stopListening();
      stopWatching();
    };
  }, [library, surface, promptId, versionId]);
}

/** A reference that a text has several times is reported once, and marked everywhere. */
function unresolvedRanges(text: string, key: string, { problems }: ResolvedText) {
  const own = problems.filter(({ within }) => within === key);
  if (own.length === 0) return [];
  const written = new Set(own.map(({ reference }) => formatReference(reference)));
  return referencesOf(text).filter((reference) => written.has(formatReference(reference)));
}
