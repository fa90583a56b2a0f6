/**
 * Counts a text with its snippets in it, and again whenever typing in it pauses or a snippet changes.
 *
 * 1. Words come first; tokens half a second later, in a thread that counts one text at a time, the newest next.
 * 2. The text is followed while somebody listens.
 */
import { createListeners } from '#shared/events/listeners.ts';
import { countText, type TextCounts } from '#shared/templates/text-counts.ts';
import type { Clock } from '../../ui/clock.ts';
import type { TokenEncoding } from '../../ui/preferences.ts';
import { createTemplateReader } from './template-reader.ts';
import type { ShownText, TextResolver } from './template-view.ts';
import type { CountedTokens, TokenCounter } from './tokens/token-counter.ts';

const pauseMs = 300;
/** The table of the tokens is large: a text that somebody only passes by does not fetch it. */
const tokensAfterMs = 500;
/** So long a text is counted in well under a millisecond; a longer one in another thread. */
const countedAtOnce = 20_000;

export type AllCounts = TextCounts & {
  /** Whether snippets were inserted, and are counted with the text. */
  readonly hasSnippets: boolean;
  /** Null until they are counted. */
  readonly tokens: CountedTokens | null;
};

export type CountedText = {
  /** Null until the words are counted. */
  counts(): AllCounts | null;
  /** Returns how to stop listening. */
  onCounts(listener: () => void): () => void;
};

export type CountedTextDeps = {
  readonly source: ShownText;
  readonly resolver: TextResolver;
  readonly counter: TokenCounter;
  readonly encoding: TokenEncoding;
  readonly clock: Pick<Clock, 'after'>;
};

export function createCountedText(deps: CountedTextDeps): CountedText {
  let counted: AllCounts | null = null;
  let unfollow = () => {};
  let listening = 0;
  const { subscribe, notify } = createListeners();
  return {
    counts: () => counted,
    onCounts(listener) {
      const stopListening = subscribe(listener);
      listening += 1;
      if (listening === 1) {
        unfollow = follow(deps, (counts) => {
          counted = counts;
          notify();
        });
      }
      return () => {
        stopListening();
        listening -= 1;
        if (listening === 0) unfollow();
      };
    },
  };
}

function follow(
  { source, resolver, clock, ...counting }: CountedTextDeps,
  onCounts: (counts: AllCounts) => void,
): () => void {
  const reader = createTemplateReader();
  const tokens = createTokenFollower(counting, () => counted !== null && show(counted));
  let counted: Omit<AllCounts, 'tokens'> | null = null;
  let callOff = () => {};
  let callOffTokens = () => {};
  let unwatch = () => {};
  let latest = 0;

  function show(counts: Omit<AllCounts, 'tokens'>): void {
    counted = counts;
    onCounts({ ...counts, tokens: tokens.latest() });
  }

  async function count(text: string, hasSnippets: boolean): Promise<void> {
    latest += 1;
    const mine = latest;
    const counts = text.length <= countedAtOnce ? countText(text) : await reader.ask({ kind: 'count', text });
    if (mine !== latest) return;
    show({ ...counts, hasSnippets });
    callOffTokens();
    callOffTokens = clock.after(tokensAfterMs, () => tokens.count(text));
  }

  function start(): void {
    unwatch();
    const written = source.text();
    // The next key starts another thread, and reads the snippets again, where these have failed.
    unwatch = resolver.watch(written, {
      listener: ({ text }) => void count(text, text !== written).catch(() => undefined),
      failed: () => undefined,
    });
  }

  start();
  const stopListening = source.onText(() => {
    callOff();
    callOff = clock.after(pauseMs, start);
  });
  return () => {
    latest += 1;
    for (const stop of [stopListening, callOff, callOffTokens, unwatch, reader.stop, tokens.stop]) stop();
  };
}

type TokenFollower = { latest(): CountedTokens | null; count(text: string): void; stop(): void };

/** Counts the newest text next, and no other one that came meanwhile. */
function createTokenFollower(
  { counter, encoding }: Pick<CountedTextDeps, 'counter' | 'encoding'>,
  onTokens: () => void,
): TokenFollower {
  let latest: CountedTokens | null = null;
  let wanted: string | null = null;
  let isCounting = false;
  let isStopped = false;

  async function run(): Promise<void> {
    if (isCounting) return;
    isCounting = true;
    while (wanted !== null) {
      const text: string = wanted;
      wanted = null;
      latest = await counter.count({ text, encoding });
    }
    isCounting = false;
    if (!isStopped) onTokens();
  }

  return {
    latest: () => latest,
    count(text) {
      wanted = text;
      void run();
    },
    stop() {
      wanted = null;
      isStopped = true;
    },
  };
}
