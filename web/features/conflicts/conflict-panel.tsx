import { useId } from 'react';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { versionTextOf } from '../../data/queries/version-items.ts';
import { Button } from '../../ui/button.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { HunkChoices } from './hunk-choices.tsx';
import { useReview } from './use-review.ts';
import '../../ui/check.css';
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
  const { description, onClose } = props;
  const titleId = useId();
  const { hunks, ...review } = useReview(props);
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
        {hunks.map((hunk, at) => (
          <HunkChoices
            key={hunk.place}
            hunk={hunk}
            legend={`Difference ${at + 1} of ${hunks.length}`}
            group={`${titleId}-${at}`}
            chosen={review.choiceAt(at)}
            onChoose={(choice) => review.choose(at, choice)}
          />
        ))}
        <label className="conflict-result">
          <span>Result</span>
          <textarea
            value={review.result}
            rows={8}
            spellCheck={false}
            onChange={(event) => review.edit(event.target.value)}
          />
        </label>
      </div>
      <div className="conflict-acts">
        <Button size="sm" onClick={onClose}>
          Later
        </Button>
        <Button size="sm" onClick={review.keepCurrent}>
          Keep current text
        </Button>
        <Button size="sm" tone="primary" disabled={!review.canUseResult} onClick={review.useResult}>
          Use the result
        </Button>
      </div>
    </section>
  );
}
