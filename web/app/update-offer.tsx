import { useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { Button } from '../ui/button.tsx';
import type { AppUpdate } from './app-update.ts';
import './update-offer.css';

export function UpdateOffer({ update }: { readonly update: AppUpdate }) {
  const isReady = useSyncExternalStore(update.subscribe, update.isReady);
  const [isPutOff, setIsPutOff] = useState(false);
  return (
    <section className="update-place" aria-label={t('Update')}>
      {/* There before it has any text. */}
      <div role="status" aria-label={t('Update')}>
        {isReady && !isPutOff && (
          <div className="update-offer">
            <p>{t('A new version of Promptory is ready.')}</p>
            <div className="update-buttons">
              <Button size="sm" tone="quiet" onClick={() => setIsPutOff(true)}>
                {t('Later')}
              </Button>
              <Button size="sm" tone="primary" onClick={update.take}>
                {t('Update')}
              </Button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
