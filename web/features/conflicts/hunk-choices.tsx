import type { ConflictHunk, HunkChoice } from '#shared/diff/conflict-hunks.ts';
import { t } from '#shared/language/translate.ts';
import { cutText } from '#shared/text/cut-text.ts';

export interface HunkChoicesProps {
  readonly hunk: ConflictHunk;
  readonly legend: string;
  /** The name of the kept text. */
  readonly keptName: string;
  /** The name that its radio buttons share. */
  readonly group: string;
  readonly chosen: HunkChoice;
  onChoose(choice: HunkChoice): void;
}

/** More of a text is not shown in a choice: the comparison above it shows all. */
const mostUnits = 500;

/** One difference of two texts: what each has in its place, to choose between. */
export function HunkChoices({ hunk, legend, keptName, group, chosen, onChoose }: HunkChoicesProps) {
  const options = [
    { choice: 'current', label: t('Current text'), text: hunk.current },
    { choice: 'kept', label: keptName, text: hunk.kept },
    { choice: 'both', label: t('Both texts'), text: null },
  ] as const;
  return (
    <fieldset className="conflict-hunk">
      <legend>{legend}</legend>
      {options.map(({ choice, label, text }) => (
        <label key={choice} className="conflict-choice" data-choice={choice}>
          <input
            className="ui-check"
            type="radio"
            name={group}
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
          />
          <span className="conflict-option">
            <span className="conflict-label">{label}</span>{' '}
            {text !== null && (
              <span className="conflict-words">
                {text === '' ? <em>{t('nothing here')}</em> : shortened(text)}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function shortened(text: string): string {
  return text.length <= mostUnits ? text : `${cutText(text, mostUnits)}…`;
}
