import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import './waiting-screen.css';

export interface WaitingScreenProps {
  readonly label: string;
  /** It takes the place of the same screen of index.html: what was visible there stays so. */
  readonly isFirst?: boolean;
}

/** As in the style sheet: mostly it is over before anybody could read it. */
const hiddenFirstMs = 150;

export function WaitingScreen({ label, isFirst = false }: WaitingScreenProps) {
  const page = window.location;
  const [waitedMs] = useState(() => (isFirst ? performance.now() : 0));
  return (
    <main className="waiting-screen" style={{ animationDelay: `${hiddenFirstMs - waitedMs}ms` }}>
      <span className="waiting-words" role="status">
        <span className="waiting-circle" aria-hidden="true" />
        <span>{label}</span>
      </span>
      <p className="waiting-long" role="status">
        {t('This takes longer than usual.')}{' '}
        {/* A script of index.html loads the address as it is, with its fragment. */}
        <a href={page.pathname + page.search}>{t('Load the page again')}</a>
      </p>
    </main>
  );
}
