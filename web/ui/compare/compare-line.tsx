import { VisuallyHidden } from '@chakra-ui/react';
import { type ComparedSide, noLine } from '#shared/diff/compare-texts.ts';
import { comparedLine } from '#shared/diff/compared-line.ts';
import { t } from '#shared/language/translate.ts';

export type CompareLineProps = {
  readonly text: string;
  readonly of: ComparedSide;
  readonly side: 'before' | 'after';
  readonly line: number;
  readonly isChanged: boolean;
};

const ends = { '': '', '\n': '↵', '\r\n': '↵ CRLF', '\r': '↵ CR' } as const;

/**
 * One side of a row. Sign and underlines say without a colour what the colours say; what is the same on both sides is
 * read out once.
 */
export function CompareLine({ text, of, side, line, isChanged }: CompareLineProps) {
  if (line === noLine) return <div className="compare-line" data-side={side} data-empty="" />;
  const { number, parts, end, isEndMarked } = comparedLine(text, of, line);
  const Mark = side === 'before' ? 'del' : 'ins';
  return (
    <div
      className="compare-line"
      data-side={side}
      aria-hidden={(!isChanged && side === 'before') || undefined}
    >
      <span className="compare-number" aria-hidden="true">
        {number}
      </span>
      <span className="compare-sign">
        {isChanged && (
          <>
            <VisuallyHidden>{side === 'before' ? t('Removed:') : t('Added:')}</VisuallyHidden>
            <span aria-hidden="true">{side === 'before' ? '−' : '+'}</span>
          </>
        )}
      </span>
      <span className="compare-words" dir="auto" data-own-text="">
        {parts.map((part) =>
          isChanged && part.isMarked ? (
            <Mark key={part.at}>{part.text}</Mark>
          ) : (
            <span key={part.at}>{part.text}</span>
          ),
        )}
        {isChanged && isEndMarked && <Mark className="compare-end">{ends[end]}</Mark>}
      </span>
    </div>
  );
}
