import { Button, Span, Text } from '@chakra-ui/react';
import { useState, useSyncExternalStore } from 'react';
import { t } from '#shared/language/translate.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useUncaughtErrors } from '../../../ui/provider.tsx';
import { Acts, Change, ChangeList } from '../change-list.tsx';

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
    <Section title={t('Unexpected errors')}>
      <Text color="fg.muted">
        {t('Promptory met an error of its own. What you wrote is kept; a reload may help.')}
      </Text>
      <ChangeList>
        {errors.map(({ what, last, times }) => (
          <Change key={what}>
            {what}
            <Span color="fg.muted">
              {' '}
              {t('{times, plural, one {once} other {# times}}, {when}', {
                times,
                when: relativeTime(new Date(last).toISOString(), { now: now() }),
              })}
            </Span>
          </Change>
        ))}
      </ChangeList>
      <Acts justify="flex-end">
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
      </Acts>
    </Section>
  );
}
