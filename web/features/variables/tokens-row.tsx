import { Span, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { usePreferences } from '../../ui/provider.tsx';
import type { CountedTokens } from './tokens/token-counter.ts';

export interface TokensRowProps {
  readonly now: CountedTokens | null;
  /** Those of the newest version: `undefined` where there is none, null until they are counted. */
  readonly before: CountedTokens | null | undefined;
  /** Returns a difference in words. */
  changeOf(difference: number): string;
}

/** Shows how many tokens a text has, in the encoding that this device was set to, and how that has changed. */
export function TokensRow({ now, before, changeOf }: TokensRowProps) {
  const { tokenEncoding } = usePreferences();
  return (
    <tr>
      <th scope="row">
        {t('Tokens')}{' '}
        <Span as="bdi" color="fg.muted" textStyle="xs">
          {tokenEncoding}
        </Span>
      </th>
      {typeof now === 'number' ? (
        <td>{t('{count, number}', { count: now })}</td>
      ) : (
        <td colSpan={before === undefined ? 1 : 2}>
          <Text color="fg.muted">{reasonOf(now)}</Text>
        </td>
      )}
      {typeof now === 'number' && before !== undefined && (
        <td>{typeof before === 'number' && changeOf(now - before)}</td>
      )}
    </tr>
  );
}

function reasonOf(counted: Exclude<CountedTokens, number> | null): string {
  switch (counted) {
    case 'missing':
      return t('Tokens can be counted once there is a network.');
    case 'slow':
      return t('This text takes too long.');
    case null:
      return t('Counting...');
  }
}
