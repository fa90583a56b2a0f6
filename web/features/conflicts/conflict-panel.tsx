import { useId, useMemo, useState } from 'react';
import { isBlank } from '#shared/model/text.ts';
import { chosenText, type HunkChoice, wordDiff } from '#shared/text/word-diff.ts';
import { commit } from '../../data/commit.ts';
import type { Library } from '../../data/library.ts';
import { promptOf } from '../../data/queries.ts';
import { versionTextOf } from '../../data/version-items.ts';
import { Button } from '../../ui/button.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { hunksOf, shortened } from './hunks.ts';
import './conflict-panel.css';

export interface ConflictPanelProps {
  readonly library: Library;
  readonly promptId: number;
  /** The version that keeps the other side's text. */
  readonly versionId: number;
  readonly description: string;
  onClose(): void;
  notify(toast: ToastRequest): void;
}

/**
 * The two texts of a conflict, difference by difference, beside the editor, which goes on working: nothing is
 * blocked, and both texts stay in the history whatever is chosen.
 */
export function ConflictPanel(props: ConflictPanelProps) {
  const { library, promptId, versionId } = props;
  const mine = useLive(async () => (await promptOf(library, promptId))?.content, [library, promptId]);
  const theirs = useLive(() => versionTextOf(library, versionId), [library, versionId]);
  if (mine === undefined || theirs === undefined) return null;
  return <Review key={versionId} {...props} mine={mine} theirs={theirs} />;
}

function Review(props: ConflictPanelProps & { readonly mine: string; readonly theirs: string }) {
  const { library, promptId, versionId, description, onClose, notify, mine, theirs } = props;
  const titleId = useId();
  const parts = useMemo(() => wordDiff(mine, theirs), [mine, theirs]);
  const hunks = useMemo(() => hunksOf(parts), [parts]);
  const [choices, setChoices] = useState<readonly HunkChoice[]>([]);
  /** What was typed into the result, and the text that it was made of. */
  const [edited, setEdited] = useState<{ text: string; base: string } | null>(null);
  const result = edited?.text ?? chosenText(parts, choices);
  const differs = result !== mine;

  function choose(at: number, choice: HunkChoice): void {
    setEdited(null);
    setChoices(hunks.map((_, index) => (index === at ? choice : (choices[index] ?? 'mine'))));
  }

  async function settle(text: string | null): Promise<void> {
    if (text !== null && text !== mine) {
      const saved = await commit(library, 'setContent', {
        id: promptId,
        content: text,
        base: edited?.base ?? mine,
      });
      if (!saved.ok) {
        notify({
          title: 'The result was not saved',
          description: saved.errors[0]?.message,
          kind: 'destructive',
        });
        return;
      }
    }
    await commit(library, 'reviewVersion', { promptId, id: versionId });
    onClose();
  }

  return (
    <section className="conflict-panel" aria-labelledby={titleId}>
      <h2 id={titleId} className="conflict-title">
        Review the conflict
      </h2>
      <p className="conflict-hint">
        {description}. Choose for each difference, or write the result yourself. Both texts stay in the
        version history.
      </p>
      <div className="conflict-scroll">
        {hunks.length === 0 && <p className="conflict-hint">The two texts say the same by now.</p>}
        {hunks.map(({ place, before, mine: mineWords, theirs: theirWords }, at) => (
          <fieldset key={place} className="conflict-hunk">
            <legend>{`Difference ${at + 1} of ${hunks.length}`}</legend>
            {before !== '' && <p className="conflict-same">{shortened(before)}</p>}
            {(
              [
                ['mine', 'Use mine', mineWords],
                ['theirs', 'Use theirs', theirWords],
                ['both', 'Use both', null],
              ] as const
            ).map(([choice, label, words]) => (
              <label key={choice} className="conflict-choice" data-choice={choice}>
                <input
                  type="radio"
                  name={`${titleId}-${at}`}
                  checked={(choices[at] ?? 'mine') === choice}
                  onChange={() => choose(at, choice)}
                />
                <span className="conflict-label">{label}</span>
                {words !== null && (
                  <span className="conflict-words">{words === '' ? <em>nothing here</em> : words}</span>
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
            onChange={(event) => setEdited({ text: event.target.value, base: edited?.base ?? mine })}
          />
        </label>
      </div>
      <div className="conflict-acts">
        <Button size="sm" onClick={onClose}>
          Later
        </Button>
        <Button size="sm" onClick={() => void settle(null)}>
          Keep mine
        </Button>
        <Button
          size="sm"
          tone="primary"
          disabled={!differs || isBlank(result)}
          onClick={() => void settle(result)}
        >
          Use the result
        </Button>
      </div>
    </section>
  );
}
