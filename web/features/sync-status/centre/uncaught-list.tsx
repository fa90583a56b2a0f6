import { Button } from '@chakra-ui/react';
import { useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useUncaughtErrors } from '../../../ui/provider.tsx';

/** Lists the errors that nobody caught, to be copied for whoever can mend them. */
export function UncaughtList({ now }: { readonly now: () => number }) {
  const uncaught = useUncaughtErrors();
  const errors = useSyncExternalStore(uncaught.subscribe, uncaught.read);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  if (errors.length === 0) return null;
  const copy = () =>
    copyText(window, errors.map(({ details, times }) => `${times} × ${details}`).join('\n\n')).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  return (
    <section className="sync-section" aria-label={t('Unexpected errors')}>
      <h3>{t('Unexpected errors')}</h3>
      <p className="sync-sentence">
        {t('Promptory met an error of its own. What you wrote is kept; a reload may help.')}
      </p>
      <ul className="sync-changes">
        {errors.map(({ what, last, times }) => (
          <li key={what} className="sync-change">
            {what}
            <span className="sync-held">
              {' '}
              {t('{times, plural, one {once} other {# times}}, {when}', {
                times,
                when: relativeTime(new Date(last).toISOString(), { now: now() }),
              })}
            </span>
          </li>
        ))}
      </ul>
      <div className="sync-actions">
        <Button size="sm" onClick={copy}>
          {copied === 'yes'
            ? t('Details copied')
            : copied === 'refused'
              ? t('Failed to copy')
              : t('Copy details')}
        </Button>
        <Button size="sm" variant="ghost" onClick={uncaught.dismiss}>
          {t('Dismiss')}
        </Button>
      </div>
    </section>
  );
}
