import { useState } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import './waiting-screen.css';

export interface WaitingScreenProps {
  readonly label: string;
  /** It takes the place of the same screen of index.html: what was visible there stays so. */
  readonly isFirst?: boolean;
}

export function WaitingScreen({ label, isFirst = false }: WaitingScreenProps) {
  const [hiddenMs] = useState(() => 150 - (isFirst ? performance.now() : 0));
  return (
    <main className="waiting-screen" style={{ animationDelay: `${hiddenMs}ms` }}>
      <Spinner label={label} />
    </main>
  );
}
