import { Button, Flex, Stack } from '@chakra-ui/react';
import { type RefObject, useRef, useState } from 'react';
import { LuExternalLink, LuPlus } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { ApiToken, MadeApiToken } from '#shared/model/account/api-token.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { basePath } from '../../ui/base-path.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { useNotify } from '../../ui/provider.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { ApiTokenList, type NamedProject } from './api-token-list.tsx';
import { LoadProblem } from './load-problem.tsx';
import { NewApiTokenDialog } from './new-api-token-dialog.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useIssued } from './use-issued.ts';

/** Lists the tokens by which programs use the account, makes and revokes them. The server has them: it must answer. */
export function ApiTokensDialog({ open, onClose }: ScreenProps<true>) {
  const { library, session, now } = useOpenLibrary();
  const actions = session.account;
  const notify = useNotify();
  const projects = useLive(async () => (await outlineOf(library)).projects, [library]) ?? [];
  const tokens = useIssued(
    { list: actions.apiTokens, make: actions.makeApiToken, revoke: actions.revokeApiToken },
    {
      ...{ open, notify },
      revoked: ({ name }) => ({ title: t('Token revoked'), description: isolatedName(name) }),
    },
  );
  const [isAsking, setIsAsking] = useState(false);
  const start = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const shown = useRef<HTMLInputElement>(null);
  const { state, reload } = tokens.list;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('API tokens')}
      description={t(
        'A token lets a program read or change your prompts without your password. Tokens keep working when you change your password or end all sessions.',
      )}
      initialFocus={start}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Stack ref={start} tabIndex={-1} gap="7" textStyle="sm" outline="0">
        {state.kind === 'loading' && <SkeletonRows label={t('Loading API tokens')} />}
        {state.kind === 'failed' && <LoadProblem message={state.message} onRetry={() => void reload()} />}
        {state.kind === 'loaded' && (
          <Stack as="section" gap="3" aria-label={t('API tokens')}>
            <Flex wrap="wrap" gap="2">
              <Button ref={add} size="sm" onClick={() => setIsAsking(true)}>
                <LuPlus />
                {t('New token')}
              </Button>
              <ApiReference />
            </Flex>
            {tokens.made !== null && <NewToken made={tokens.made} shown={shown} />}
            <Tokens list={state.value} now={now()} {...{ tokens, projects, add }} />
          </Stack>
        )}
      </Stack>
      <NewApiTokenDialog
        open={isAsking}
        {...{ projects, now }}
        onClose={() => setIsAsking(false)}
        onMake={tokens.make}
        finalFocus={() => shown.current ?? add.current}
      />
    </Dialog>
  );
}

/** Leads to the server's own description of what a token can be used for. */
function ApiReference() {
  return (
    <Button asChild variant="ghost" size="sm">
      <a href={`${basePath(document)}/api/docs`} target="_blank" rel="noopener noreferrer">
        {t('API reference')}
        <LuExternalLink />
      </a>
    </Button>
  );
}

interface NewTokenProps {
  readonly made: MadeApiToken;
  readonly shown: RefObject<HTMLInputElement | null>;
}

function NewToken({ made, shown }: NewTokenProps) {
  return (
    <ShownOnce
      key={made.id}
      label={t('Token of {name}', { name: made.name })}
      hint={t('The token is shown only now. Store it where the program reads it.')}
      text={made.token}
      copy={t('Copy token')}
      {...{ shown }}
    />
  );
}

interface TokensProps {
  readonly list: readonly ApiToken[];
  readonly tokens: { readonly pending: number | null; revoke(token: ApiToken): Promise<void> };
  readonly projects: readonly NamedProject[];
  readonly now: number;
  /** Takes the focus after a token is gone. */
  readonly add: RefObject<HTMLButtonElement | null>;
}

/** The list, and the question before a token is revoked. */
function Tokens({ list, tokens, projects, now, add }: TokensProps) {
  const [asked, setAsked] = useState<ApiToken | null>(null);
  return (
    <>
      <ApiTokenList tokens={list} pending={tokens.pending} onRevoke={setAsked} {...{ projects, now }} />
      <ConfirmDialog
        open={asked !== null}
        title={t('Revoke token')}
        question={t('What uses "{name}" is refused from now on. This cannot be undone.', {
          name: asked?.name ?? '',
        })}
        confirmText={t('Revoke')}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) void tokens.revoke(asked);
          setAsked(null);
        }}
        finalFocus={() => add.current}
      />
    </>
  );
}
