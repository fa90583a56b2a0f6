import { Button, Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { outlineOf } from '../../../data/queries/queries.ts';
import { useOpenLibrary } from '../../../session/open-library-context.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { SkeletonRows } from '../../../ui/list/skeleton-rows.tsx';
import { useNotify } from '../../../ui/provider.tsx';
import type { ScreenProps } from '../../on-demand.tsx';
import { LoadProblem } from '../load-problem.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { useIssued } from '../use-issued.ts';
import { LinkList } from './link-list.tsx';
import { type LinkedPrompt, NewLink } from './new-link.tsx';

/** `of`: null where the links of all prompts are listed. */
export type ReadLinksRequest = { readonly of: LinkedPrompt | null };

/** Makes links by which anybody reads a prompt, lists and revokes them. The server has them: it must answer. */
export function ReadLinksDialog({ request, open, onClose }: ScreenProps<ReadLinksRequest>) {
  const { of } = request;
  const { library, session, now } = useOpenLibrary();
  const prompts = useLive(async () => (await outlineOf(library)).prompts, [library]) ?? [];
  const links = useIssued(session.account.links, {
    ...{ open, notify: useNotify() },
    revoked: () => ({ title: t('Link revoked') }),
  });
  const start = useRef<HTMLDivElement>(null);
  const { state, reload } = links.list;
  const titleOf = (promptId: number) =>
    prompts.find(({ id }) => id === promptId)?.title ?? t('a deleted prompt');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={of === null ? t('Links to read') : t('Link to read')}
      description={
        of === null
          ? t('Whoever has one of these links reads its prompt in a browser, without an account.')
          : t(
              'Whoever has the link reads "{title}" in a browser, without an account, until you revoke the link or it expires.',
              { title: isolatedName(titleOf(of.promptId)) },
            )
      }
      initialFocus={start}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Stack ref={start} tabIndex={-1} gap="5" textStyle="sm" outline="0">
        {of !== null && <NewLink {...{ of, now }} onMake={links.make} />}
        {links.made !== null && (
          <ShownOnce
            key={links.made.id}
            label={t('New link to read')}
            hint={t('The link is shown only now. Copy it to where you need it.')}
            text={links.made.link}
            copy={t('Copy link')}
          />
        )}
        {state.kind === 'loading' && <SkeletonRows label={t('Loading links to read')} />}
        {state.kind === 'failed' && <LoadProblem message={state.message} onRetry={() => void reload()} />}
        {state.kind === 'loaded' && (
          <LinkList
            links={state.value.filter(({ promptId }) => of === null || promptId === of.promptId)}
            pending={links.pending}
            now={now()}
            titleOf={of === null ? titleOf : null}
            onRevoke={links.revoke}
            finalFocus={() => start.current}
          />
        )}
      </Stack>
    </Dialog>
  );
}
