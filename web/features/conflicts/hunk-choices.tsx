import type { HunkChoice } from '#shared/diff/word-diff.ts';
import { type ConflictHunk, shortened } from './hunks.ts';

export interface HunkChoicesProps {
  readonly hunk: ConflictHunk;
  readonly legend: string;
  /** The name that its radio buttons share. */
  readonly group: string;
  readonly chosen: HunkChoice;
  onChoose(choice: HunkChoice): void;
}

/** One difference of two texts: what each has in its place, to choose between. */
export function HunkChoices({ hunk, legend, group, chosen, onChoose }: HunkChoicesProps) {
  const options = [
    { choice: 'current', label: 'Use current', text: hunk.current },
    { choice: 'kept', label: 'Use kept', text: hunk.kept },
    { choice: 'both', label: 'Use both', text: null },
  ] as const;
  return (
    <fieldset className="conflict-hunk">
      <legend>{legend}</legend>
      {hunk.before !== '' && <p className="conflict-same">{shortened(hunk.before)}</p>}
      {options.map(({ choice, label, text }) => (
        <label key={choice} className="conflict-choice" data-choice={choice}>
          <input
            className="ui-check"
            type="radio"
            name={group}
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
          />
          <span className="conflict-label">{label}</span>
          {text !== null && (
            <span className="conflict-words">{text === '' ? <em>nothing here</em> : text}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
