import { Button, Text } from '@chakra-ui/react';
import { LuKeyRound } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { ApiToken } from '#shared/model/account/api-token.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { AccountRow, AccountRows, Hint } from './account-row.tsx';
import { EndsAt, lowerFirst, MadeAt } from './lifetime.tsx';

export interface NamedProject {
  readonly id: number;
  readonly name: string;
}

interface ApiTokenListProps {
  readonly tokens: readonly ApiToken[];
  readonly projects: readonly NamedProject[];
  readonly now: number;
  /** The id of the token that is being revoked. */
  readonly pending: number | null;
  readonly onRevoke: (token: ApiToken) => void;
}

export function ApiTokenList({ tokens, projects, now, pending, onRevoke }: ApiTokenListProps) {
  if (tokens.length === 0) return <Hint>{t('No program has a token.')}</Hint>;
  return (
    <AccountRows label={t('API tokens')}>
      {tokens.map((token) => (
        <AccountRow
          key={token.id}
          icon={<LuKeyRound />}
          end={
            <Button
              size="sm"
              aria-label={t('Revoke {name}', { name: token.name })}
              loading={pending === token.id}
              loadingText={t('Revoking...')}
              disabled={pending !== null}
              onClick={() => onRevoke(token)}
            >
              {t('Revoke')}
            </Button>
          }
        >
          <Text fontWeight="medium" data-own-text>
            {token.name}
          </Text>
          <Hint>{reachOf(token, projects)}</Hint>
          <Hint>
            <Times token={token} now={now} />
          </Hint>
        </AccountRow>
      ))}
    </AccountRows>
  );
}

function reachOf({ scope, projectId }: ApiToken, projects: readonly NamedProject[]): string {
  const project =
    projectId === null ? null : (projects.find(({ id }) => id === projectId)?.name ?? t('a deleted project'));
  if (project === null) return scope === 'read' ? t('Reads everything') : t('Reads and changes everything');
  const named = { project: isolatedName(project) };
  return scope === 'read' ? t('Reads {project}', named) : t('Reads and changes {project}', named);
}

function Times({ token, now }: { readonly token: ApiToken; readonly now: number }) {
  const { createdAt, expiresAt, usedAt } = token;
  return (
    <>
      <MadeAt at={createdAt} now={now} />
      {' · '}
      {usedAt === null ? (
        t('not used yet')
      ) : (
        <time dateTime={usedAt} title={fullDate(usedAt, {})}>
          {t('last used {time}', { time: lowerFirst(relativeTime(usedAt, { now })) })}
        </time>
      )}
      {' · '}
      <EndsAt at={expiresAt} now={now} />
    </>
  );
}
