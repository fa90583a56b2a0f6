import { Spinner } from '../ui/spinner.tsx';
import './waiting-screen.css';

export function WaitingScreen({ label }: { readonly label: string }) {
  return (
    <main className="waiting-screen">
      <Spinner label={label} />
    </main>
  );
}
