/**
 * Keeps what is known of a text in step with it: its variables, and the text filled by the values that are shown.
 *
 * 1. A key costs the page nothing: the text is taken when typing pauses, and read in another thread.
 * 2. One request is under way at a time; what changed meanwhile makes one more, not one for each change.
 */
import type { Preview } from '#shared/templates/prompt-parts.ts';
import type { Clock } from '../../ui/clock.ts';
import type { TemplateReader } from './template-reader.ts';
import type { FilledValues, TemplateAnswers, TextReading } from './template-requests.ts';

/** A text on the screen, as it is now and after each change. */
export type ShownText = {
  text(): string;
  /** Returns how to stop. */
  onText(listener: () => void): () => void;
};

export type TemplateViewState = {
  /** Null until the text is read. */
  readonly reading: TextReading | null;
  /** One for each set of values that was asked for; null until they are there. */
  readonly previews: readonly Preview[] | null;
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
  readonly reader: TemplateReader;
  readonly clock: Pick<Clock, 'after'>;
  readonly mostUnits: number;
};

const pauseMs = 200;

export function createTemplateView({ source, reader, clock, mostUnits }: TemplateViewDeps): TemplateView {
  const listeners = new Set<() => void>();
  let shown: TemplateViewState = { reading: null, previews: null, isFailed: false };
  let callOff = () => {};
  const read = () => {
    callOff();
    return reader.ask({ kind: 'read', text: source.text() });
  };
  const follower = createFollower({
    read,
    preview: (valueSets) => reader.ask({ kind: 'preview', valueSets, mostUnits }),
    onState(next) {
      shown = { ...shown, ...next };
      for (const listener of listeners) listener();
    },
  });

  return {
    state: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      follower.begin();
      const stopListening = source.onText(() => {
        callOff();
        callOff = clock.after(pauseMs, follower.textChanged);
      });
      return () => {
        follower.end();
        stopListening();
        callOff();
        reader.stop();
      };
    },
    show: follower.show,
    retry: follower.textChanged,
    async fill(values) {
      await reader.ask({ kind: 'read', text: source.text() });
      return reader.ask({ kind: 'fill', values });
    },
    async messages(values) {
      await reader.ask({ kind: 'read', text: source.text() });
      return reader.ask({ kind: 'messages', values });
    },
  };
}

type FollowerDeps = {
  read(): Promise<TextReading>;
  preview(valueSets: readonly FilledValues[]): Promise<readonly Preview[]>;
  onState(next: Partial<TemplateViewState>): void;
};

/** Asks for what is new, one request at a time; between `end` and `begin` for nothing. */
function createFollower({ read, preview, onState }: FollowerDeps) {
  let reading: TextReading | null = null;
  let valueSets: readonly FilledValues[] | null = null;
  let isTextNew = true;
  let areValuesNew = false;
  let isStopped = true;
  /** Counts the times it began and ended; what an earlier run still waits for means nothing. */
  let run = 0;
  let busyRun = 0;

  async function step(mine: number): Promise<void> {
    const isNew = isTextNew;
    isTextNew = false;
    if (isNew) reading = await read();
    areValuesNew = false;
    const previews = valueSets === null ? null : await preview(valueSets);
    if (mine === run) onState({ reading, previews, isFailed: false });
  }

  async function follow(): Promise<void> {
    if (isStopped || busyRun === run) return;
    const mine = run;
    busyRun = mine;
    try {
      while (mine === run && (isTextNew || areValuesNew)) await step(mine);
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
    show(next: readonly FilledValues[]): void {
      valueSets = next;
      areValuesNew = true;
      void follow();
    },
    begin(): void {
      isStopped = false;
      run += 1;
      textChanged();
    },
    end(): void {
      isStopped = true;
      run += 1;
    },
  };
}
