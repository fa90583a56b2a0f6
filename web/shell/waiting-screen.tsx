import { useState } from 'react';
import './waiting-screen.css';

export interface WaitingScreenProps {
  readonly label: string;
  /** It takes the place of the same screen of index.html: what was visible there stays so. */
  readonly isFirst?: boolean;
}

/** As in the style sheet: mostly it is over before anybody could read it. */
const hiddenFirstMs = 150;

export function WaitingScreen({ label, isFirst = false }: WaitingScreenProps) {
  const [delayMs] = useState(() => hiddenFirstMs - (isFirst ? performance.now() : 0));
  return (
    <main className="waiting-screen" style={{ animationDelay: `${delayMs}ms` }}>
      <span className="waiting-words" role="status">
        <span className="waiting-circle" aria-hidden="true" />
        <span>{label}</span>
      </span>
    </main>
  );
}
