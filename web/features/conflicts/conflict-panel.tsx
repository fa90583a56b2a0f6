import { useId, useMemo, useState } from 'react';
import { chosenText, type HunkChoice, wordDiff } from '#shared/diff/word-diff.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { isBlank } from '#shared/model/text.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { versionTextOf } from '../../data/queries/version-items.ts';
import { type ReviewedText, settleConflict } from '../../data/review/settle-conflict.ts';
import { Button } from '../../ui/button.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { hunksOf, shortened } from './hunks.ts';
import './conflict-panel.css';

export interface ConflictPanelProps {
  readonly library: Library;
  readonly promptId: number;
  /** The version that keeps the text which is not current. */
  readonly versionId: number;
  readonly description: string;
  onClose(): void;
  notify(toast: ToastRequest): void;
}

/**
 * The two texts of a conflict, difference by difference, beside the editor, which goes on working: nothing is
 * blocked, and both texts stay in the history whatever is chosen. Neither is called anybody's own: whoever looks
 * may have written the current one, the kept one, or neither.
 */
export function ConflictPanel(props: ConflictPanelProps) {
  const { library, promptId, versionId } = props;
  const current = useLive(async () => (await promptOf(library, promptId))?.content, [library, promptId]);
  const kept = useLive(() => versionTextOf(library, versionId), [library, versionId]);
  if (current === undefined || kept === undefined) return null;
  return <Review key={versionId} {...props} current={current} kept={kept} />;
}

function Review(props: ConflictPanelProps & { readonly current: string; readonly kept: string }) {
  const { library, promptId, versionId, description, onClose, notify, current, kept } = props;
  const titleId = useId();
  const parts = useMemo(() => wordDiff(current, kept), [current, kept]);
  const hunks = useMemo(() => hunksOf(parts), [parts]);
  const [choices, setChoices] = useState<readonly HunkChoice[]>([]);
  /** What was typed into the result, and the text that it was made of. */
  const [edited, setEdited] = useState<{ text: string; base: string } | null>(null);
  const result = edited?.text ?? chosenText(parts, choices);
  const differs = result !== current;

  function choose(at: number, choice: HunkChoice): void {
    setEdited(null);
    setChoices(hunks.map((_, index) => (index === at ? choice : (choices[index] ?? 'current'))));
  }

  async function settle(chosen: ReviewedText | null): Promise<void> {
    const title = 'The review was not saved';
    try {
      const settled = await settleConflict(library, { promptId, versionId, result: chosen });
      if (settled.ok) return onClose();
      const description = settled.errors[0]?.message ?? refusalMessages[settled.code];
      notify({ title, description, kind: 'destructive' });
    } catch {
      notify({ title, description: messages.changeNotWritten, kind: 'destructive' });
    }
  }

  return (
    <section className="conflict-panel" aria-labelledby={titleId}>
      <h2 id={titleId} className="conflict-title">
        Review the conflict
      </h2>
      <p className="conflict-hint">
        The kept text is “{isolatedName(description)}”. Choose for each difference, or write the result
        yourself. Both texts stay in the version history.
      </p>
      <div className="conflict-scroll">
        {hunks.length === 0 && <p className="conflict-hint">The two texts say the same by now.</p>}
        {hunks.map(({ place, before, ...choiceTexts }, at) => (
          <fieldset key={place} className="conflict-hunk">
            <legend>{`Difference ${at + 1} of ${hunks.length}`}</legend>
            {before !== '' && <p className="conflict-same">{shortened(before)}</p>}
            {(
              [
                ['current', 'Use current', choiceTexts.current],
                ['kept', 'Use kept', choiceTexts.kept],
                ['both', 'Use both', null],
              ] as const
            ).map(([choice, label, text]) => (
              <label key={choice} className="conflict-choice" data-choice={choice}>
                <input
                  type="radio"
                  name={`${titleId}-${at}`}
                  checked={(choices[at] ?? 'current') === choice}
                  onChange={() => choose(at, choice)}
                />
                <span className="conflict-label">{label}</span>
                {text !== null && (
                  <span className="conflict-words">{text === '' ? <em>nothing here</em> : text}</span>
                )}
              </label>
            ))}
          </fieldset>
        ))}
        <label className="conflict-result">
          <span>Result</span>
          <textarea
            value={result}
            rows={8}
            spellCheck={false}
            onChange={(event) => setEdited({ text: event.target.value, base: edited?.base ?? current })}
          />
        </label>
      </div>
      <div className="conflict-acts">
        <Button size="sm" onClick={onClose}>
          Later
        </Button>
        <Button size="sm" onClick={() => void settle(null)}>
          Keep current text
        </Button>
        <Button
          size="sm"
          tone="primary"
          disabled={!differs || isBlank(result)}
          onClick={() => void settle({ content: result, base: edited?.base ?? current })}
        >
          Use the result
        </Button>
      </div>
    </section>
  );
}
