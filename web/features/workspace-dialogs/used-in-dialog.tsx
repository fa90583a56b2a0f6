import { Button, Span } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import { findReferrers, type Referrer } from '../../data/queries/referrers.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { DialogRequest } from './dialog-request.ts';
import { Referrers } from './referrers.tsx';

export interface UsedInDialogProps {
  readonly outline: Outline;
  readonly request: Extract<DialogRequest, { readonly kind: 'usedIn' }>;
  readonly open: boolean;
  onClose(): void;
  onOpenPrompt(promptId: number): void;
}

/** More rows at once are work that nobody sees. */
const mostListed = 200;

/** Lists the prompts that insert this one as a snippet, and leads to each. */
export function UsedInDialog({ outline, request, open, onClose, onOpenPrompt }: UsedInDialogProps) {
  const library = useLibrary();
  const { id, title } = request;
  const referrers = useReferrersOf(library, outline, id);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Used in')}
      description={t('The prompts that insert "{title}".', { title: isolatedName(title) })}
      width="narrow"
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {referrers === null ? (
        <Spinner label={t('Reading all prompts...')} />
      ) : referrers === 'failed' ? (
        <p role="alert">{t('The prompts could not be read.')}</p>
      ) : (
        <ReferrerList
          {...{ referrers, outline }}
          onChoose={(promptId) => {
            onClose();
            onOpenPrompt(promptId);
          }}
        />
      )}
    </Dialog>
  );
}

type ReferrerListProps = {
  readonly referrers: readonly Referrer[];
  readonly outline: Outline;
  onChoose(promptId: number): void;
};

function ReferrerList({ referrers, outline, onChoose }: ReferrerListProps) {
  if (referrers.length === 0) return <p>{t('No prompt uses this one.')}</p>;
  const projectNames = new Map(outline.projects.map(({ id, name }) => [id, name]));
  const rest = referrers.length - mostListed;
  return (
    <Referrers>
      {referrers.slice(0, mostListed).map(({ id, title, projectId }) => (
        <li key={id}>
          <Button
            variant="ghost"
            display="block"
            width="full"
            py="1"
            px="2"
            fontWeight="normal"
            textAlign="start"
            whiteSpace="normal"
            onClick={() => onChoose(id)}
          >
            <bdi>{title}</bdi>{' '}
            <Span as="bdi" color="fg.muted" textStyle="xs">
              {projectNames.get(projectId)}
            </Span>
          </Button>
        </li>
      ))}
      {rest > 0 && <li>{t('and {rest, plural, one {# more} other {# more}}', { rest })}</li>}
    </Referrers>
  );
}

/** Null until all texts were read. They are read once: the list does not change under a finger. */
function useReferrersOf(
  library: Library,
  outline: Outline,
  id: number,
): readonly Referrer[] | 'failed' | null {
  const [referrers, setReferrers] = useState<readonly Referrer[] | 'failed' | null>(null);
  const [name] = useState(() => {
    const prompt = outline.prompts.find((found) => found.id === id);
    const project = outline.projects.find((found) => found.id === prompt?.projectId);
    return { project: project?.name, title: prompt?.title };
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    findReferrers(
      library,
      ({ project, title }) => project === name.project && title === name.title,
      signal,
    ).then(
      (found) => !signal.aborted && setReferrers(found),
      () => !signal.aborted && setReferrers('failed'),
    );
    return () => leaving.abort();
  }, [library, name]);
  return referrers;
}
