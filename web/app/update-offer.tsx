import { useState, useSyncExternalStore } from 'react';
import { Button } from '../ui/button.tsx';
import type { AppUpdate } from './app-update.ts';
import './update-offer.css';

export function UpdateOffer({ update }: { readonly update: AppUpdate }) {
  const isReady = useSyncExternalStore(update.subscribe, update.isReady);
  const [isPutOff, setIsPutOff] = useState(false);
  return (
    <section className="update-place" aria-label="Update">
      {/* There before it has any text. */}
      <div role="status" aria-label="Update">
        {isReady && !isPutOff && (
          <div className="update-offer">
            <p>A new version of Promptory is ready.</p>
            <div className="update-buttons">
              <Button size="sm" tone="quiet" onClick={() => setIsPutOff(true)}>
                Later
              </Button>
              <Button size="sm" tone="primary" onClick={update.take}>
                Update
              </Button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
