import { VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type OptionLineProps = {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  /** Stands at the end of the row. */
  readonly detail?: ReactNode;
  /** A second line. */
  readonly below?: ReactNode;
  /** Says what it is to those who do not see its icon. */
  readonly kind?: string;
  readonly children?: ReactNode;
};

/** Draws one option of a list: plain elements, as in all rows of a virtual list. */
export function OptionLine({ icon, title, detail = '', below = '', kind = '', children }: OptionLineProps) {
  return (
    <div className="option-line">
      <span className="option-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="option-names">
        <span className="option-title" dir="auto">
          {title}
        </span>
        {below !== '' && (
          <>
            {' '}
            <span className="option-below" dir="auto">
              {below}
            </span>
          </>
        )}
      </span>
      {detail !== '' && (
        <>
          {' '}
          <span className="option-detail" dir="auto">
            {detail}
          </span>
        </>
      )}
      {children}
      {kind !== '' && <VisuallyHidden>, {kind}</VisuallyHidden>}
    </div>
  );
}
