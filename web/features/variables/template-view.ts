/**
 * Keeps what is known of a text in step with it: its snippets and variables, and the text filled by the values that are
 * shown.
 *
 * 1. A key costs the page nothing: the text is taken when typing pauses, and read in another thread.
 * 2. One request is under way at a time; what changed meanwhile makes one more, not one for each change.
 */
import { createListeners } from '#shared/events/listeners.ts';
import type { Preview } from '#shared/templates/prompt-parts.ts';
import type { ResolvedText, SnippetProblem } from '#shared/templates/resolve-snippets.ts';
import type { ResolvedListener } from '../../data/queries/resolve-text.ts';
import type { Clock } from '../../ui/clock.ts';
import type { TemplateReader } from './template-reader.ts';
import type { FilledValues, TemplateAnswers, TextReading } from './template-requests.ts';

/** A text on the screen, as it is now and after each change. */
export type ShownText = {
  text(): string;
  /** Returns how to stop. */
  onText(listener: () => void): () => void;
  /** Puts another text in its place, as one step that can be undone; left out where it cannot be changed. */
  replaceAll?(text: string): boolean;
};

/** Inserts the snippets of a text; `watch` calls the listener once, and whenever one of them has changed. */
export type TextResolver = {
  resolve(text: string): Promise<ResolvedText>;
  watch(text: string, listener: ResolvedListener): () => void;
};

export type TemplateViewState = {
  /** Null until the text is read. */
  readonly reading: TextReading | null;
  /** One for each set of values that was asked for; null until they are there. */
  readonly previews: readonly Preview[] | null;
  /** The references to snippets that stay as they are written. */
  readonly problems: readonly SnippetProblem[];
  /** The text refers to snippets, inserted or not. */
  readonly hasSnippets: boolean;
  readonly isFailed: boolean;
};

export type TemplateView = {
  state(): TemplateViewState;
  subscribe(listener: () => void): () => void;
  start(): () => void;
  show(valueSets: readonly FilledValues[]): void;
  /** Reads the text once more, after a failure. */
  retry(): void;
  /** Fill the text as it is at this moment. */
  fill(values: FilledValues): Promise<TemplateAnswers['fill']>;
  messages(values: FilledValues): Promise<TemplateAnswers['messages']>;
};

export type TemplateViewDeps = {
  readonly source: ShownText;
  readonly resolver: TextResolver;
  readonly reader: TemplateReader;
  readonly clock: Pick<Clock, 'after'>;
  readonly mostUnits: number;
};

const pauseMs = 200;

const notRead: TemplateViewState = {
  reading: null,
  previews: null,
  problems: [],
  hasSnippets: false,
  isFailed: false,
};

export function createTemplateView(deps: TemplateViewDeps): TemplateView {
  const { source, resolver, reader, clock, mostUnits } = deps;
  const { subscribe, notify } = createListeners();
  let shown = notRead;
  let resolved = { text: '', written: '', problems: [] as readonly SnippetProblem[], hasSnippets: false };
  let callOff = () => {};
  let stopWatching = () => {};
  const read = async () => {
    const { text, written, ...found } = resolved;
    return { reading: await reader.ask({ kind: 'read', text, written }), ...found };
  };
  const follower = createFollower({
    read,
    preview: (valueSets) => reader.ask({ kind: 'preview', valueSets, mostUnits }),
    onState(next) {
      shown = { ...shown, ...next };
      notify();
    },
  });

  function resolve(): void {
    callOff();
    stopWatching();
    const text = source.text();
    stopWatching = resolver.watch(text, {
      listener(next) {
        resolved = { ...next, written: text, hasSnippets: next.text !== text || next.problems.length > 0 };
        follower.textChanged();
      },
      failed: follower.failed,
    });
  }

  return {
    state: () => shown,
    subscribe,
    start() {
      follower.begin();
      resolve();
      const stopListening = source.onText(() => {
        callOff();
        callOff = clock.after(pauseMs, resolve);
      });
      return () => {
        follower.end();
        stopListening();
        callOff();
        stopWatching();
        reader.stop();
      };
    },
    show: follower.show,
    retry: resolve,
    ...fillings(deps),
  };
}

function fillings({ source, resolver, reader }: TemplateViewDeps): Pick<TemplateView, 'fill' | 'messages'> {
  async function read(): Promise<void> {
    const written = source.text();
    const { text } = await resolver.resolve(written);
    await reader.ask({ kind: 'read', text, written });
  }

  return {
    async fill(values) {
      await read();
      return reader.ask({ kind: 'fill', values });
    },
    async messages(values) {
      await read();
      return reader.ask({ kind: 'messages', values });
    },
  };
}

type KnownText = Pick<TemplateViewState, 'problems' | 'hasSnippets'> & { readonly reading: TextReading };

type FollowerDeps = {
  read(): Promise<KnownText>;
  preview(valueSets: readonly FilledValues[]): Promise<readonly Preview[]>;
  onState(next: Partial<TemplateViewState>): void;
};

/** Asks for what is new, one request at a time; between `end` and `begin` for nothing. */
function createFollower({ read, preview, onState }: FollowerDeps) {
  let known: KnownText | null = null;
  let valueSets: readonly FilledValues[] | null = null;
  let isTextNew = false;
  let areValuesNew = false;
  let isStopped = true;
  /** Counts the times it began and ended; what an earlier run still waits for means nothing. */
  let run = 0;
  let busyRun = 0;

  async function step(mine: number): Promise<void> {
    const isNew = isTextNew;
    isTextNew = false;
    if (isNew) known = await read();
    areValuesNew = false;
    const previews = valueSets === null ? null : await preview(valueSets);
    if (mine === run) onState({ ...known, previews, isFailed: false });
  }

  async function follow(): Promise<void> {
    if (isStopped || busyRun === run) return;
    const mine = run;
    busyRun = mine;
    try {
      while (mine === run && (isTextNew || (areValuesNew && known !== null))) await step(mine);
    } catch {
      if (mine === run) onState({ isFailed: true });
    }
    if (busyRun === mine) busyRun = 0;
  }

  function textChanged(): void {
    isTextNew = true;
    void follow();
  }

  return {
    textChanged,
    failed(error: unknown): void {
      console.error('The snippets of a text could not be read.', error);
      onState({ isFailed: true });
    },
    show(next: readonly FilledValues[]): void {
      valueSets = next;
      areValuesNew = true;
      void follow();
    },
    begin(): void {
      isStopped = false;
      run += 1;
    },
    end(): void {
      isStopped = true;
      run += 1;
    },
  };
}
