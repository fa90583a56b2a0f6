import { Button } from '@chakra-ui/react';
import { useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import type { AppUpdate } from '../session/app-update.ts';
import './update-offer.css';

export function UpdateOffer({ update }: { readonly update: AppUpdate }) {
  const state = useSyncExternalStore(update.subscribe, update.state);
  const [isPutOff, setIsPutOff] = useState(false);
  return (
    <section className="update-place" aria-label={t('Update')}>
      {/* There before it has any text. */}
      <div role="status" aria-label={t('Update')}>
        {(state === 'failed' || (state !== 'none' && !isPutOff)) && (
          <div className="update-offer">
            <p>
              {state === 'failed'
                ? t(
                    'The new version of Promptory did not start. What you wrote is kept: close all tabs of Promptory and open it again.',
                  )
                : t('A new version of Promptory is ready.')}
            </p>
            <div className="update-buttons">
              {state === 'ready' && (
                <Button size="sm" variant="ghost" onClick={() => setIsPutOff(true)}>
                  {t('Later')}
                </Button>
              )}
              <Button
                size="sm"
                variant="solid"
                loading={state === 'taking'}
                loadingText={t('Updating...')}
                onClick={update.take}
              >
                {state === 'failed' ? t('Try again') : t('Update')}
              </Button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
