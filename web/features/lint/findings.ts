/**
 * Keeps the findings of a text in step with it.
 *
 * 1. A key costs the page nothing: a text is looked at when typing rests, in another thread.
 * 2. Findings are of the text as it was looked at. After a change they stay on the screen, and lead nowhere until the
 *    next look; after a fix they move with the text.
 * 3. A look that does not succeed finds nothing: the text can be written without it.
 */
import { createListeners } from '#shared/events/listeners.ts';
import { t } from '#shared/language/translate.ts';
import type { TextEdit } from '#shared/lint/finding.ts';
import type { Finding } from '#shared/lint/lint-prompt.ts';
import type { Range } from '#shared/templates/code-spans.ts';
import type { LintPrompt } from '../../session/lint/lint-messages.ts';
import type { LintReader } from '../../session/lint/lint-reader.ts';
import type { Clock } from '../../ui/clock.ts';
import type { LintedText } from './linted-text.ts';

export type FindingsDeps = {
  readonly source: LintedText;
  readonly reader: LintReader;
  readonly clock: Pick<Clock, 'after'>;
  /** Names of rules. */
  readonly off: readonly string[];
  /** Reads what belongs to a text besides. */
  read(text: string): Promise<LintPrompt>;
};

export type Findings = {
  state(): readonly Finding[];
  subscribe(listener: () => void): () => void;
  /** Looks at the text once more: something else than the text has changed. */
  look(): void;
  /** Changes the text by the fix of a finding. */
  fix(finding: Finding): void;
  /** Selects the place of a finding. */
  show(finding: Finding): void;
  start(): () => void;
};

const pauseMs = 1_000;
const none: readonly Finding[] = [];

export function createFindings(deps: FindingsDeps): Findings {
  const { source, reader, clock } = deps;
  const { subscribe, notify } = createListeners();
  let shown = none;
  /** The text that they were found in; null: it has changed since. */
  let looked: string | null = null;
  let turn = 0;
  let callOff = () => {};

  function set(next: readonly Finding[]): void {
    looked = source.text();
    const before = shown;
    shown = next.length === 0 ? none : next;
    source.snippets.markFindings(next.flatMap(markOf));
    if (shown !== before) notify();
  }

  function lookSoon(): void {
    callOff();
    turn += 1;
    const mine = turn;
    callOff = clock.after(pauseMs, async () => {
      const found = await lookAt(deps);
      if (mine === turn && found !== null) set(found);
    });
  }

  return {
    state: () => shown,
    subscribe,
    look: lookSoon,
    fix(finding) {
      const [edit, another] = finding.fix?.edits ?? [];
      if (looked === null || edit === undefined || another !== undefined) return;
      const isDone = source.snippets.replace({ from: edit.start, to: edit.end }, edit.text);
      if (isDone) set(shown.filter((each) => each !== finding).flatMap((each) => afterEdit(each, edit)));
    },
    show({ range }) {
      if (looked === null || range === null) return;
      source.snippets.select({ from: range.start, to: range.end });
      source.snippets.focus();
    },
    start() {
      const stop = source.onText(() => {
        looked = null;
        lookSoon();
      });
      lookSoon();
      return () => {
        turn += 1;
        stop();
        callOff();
        reader.stop();
      };
    },
  };
}

/** Resolves to null where the text has changed meanwhile, or could not be looked at. */
async function lookAt({ source, reader, off, read }: FindingsDeps): Promise<readonly Finding[] | null> {
  try {
    const text = source.text();
    const found = await reader.ask({ kind: 'prompt', prompt: await read(text), off });
    return source.text() === text ? (found ?? none) : null;
  } catch (error) {
    console.error('A text could not be looked at.', error);
    return null;
  }
}

function markOf({ range, reason }: Finding) {
  return range === null ? [] : [{ ...range, title: t(reason.sentence, reason.values) }];
}

/** Returns a finding with its places in the text after an edit; none where the edit changed one of them. */
function afterEdit(finding: Finding, edit: TextEdit): Finding[] {
  const { range, fix } = finding;
  const places = [...(range === null ? [] : [range]), ...(fix?.edits ?? [])];
  if (places.some(({ start, end }) => start < edit.end && edit.start < end)) return [];
  const by = edit.text.length - (edit.end - edit.start);
  const moved = <Place extends Range>(place: Place): Place =>
    place.start < edit.end ? place : { ...place, start: place.start + by, end: place.end + by };
  return [
    {
      ...finding,
      range: range && moved(range),
      fix: fix && { ...fix, edits: fix.edits.map(moved) },
    },
  ];
}
