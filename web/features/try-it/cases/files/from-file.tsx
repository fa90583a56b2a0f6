import { Alert, Button, List, Stack, Text } from '@chakra-ui/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Reason } from '#shared/library-files/files.ts';
import { addCases } from '../../../../data/bulk/add-cases.ts';
import { type BulkWords, wordsOfUndo } from '../../../../session/bulk-notice.ts';
import { useLibrary } from '../../../../session/open-library-context.ts';
import { type BulkUnderWay, useBulkRun } from '../../../../session/use-bulk-run.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { useKeptRequest } from '../../../../ui/hooks/use-kept-request.ts';
import { UnderWay } from '../../../../ui/under-way.tsx';
import type { CasesLook } from './case-files-messages.ts';
import { type FoundCases, lookAtCases } from './case-files-thread.ts';

type Looked = { readonly name: string; readonly found: Awaited<ReturnType<typeof lookAtCases>> | null };

const fileTypes = '.csv,.tsv,.json,.jsonl,.ndjson,.yaml,.yml';

type FromFileProps = {
  readonly promptId: number;
  /** A click on it chooses a file. */
  readonly input: RefObject<HTMLInputElement | null>;
};

/** Reads cases from a file, shows what it would add, and adds it with one undo. */
export function FromFile({ promptId, input }: FromFileProps) {
  const { looked, look, leave } = useLook(promptId);
  const adding = useAdding(leave);
  const shown = useKeptRequest(looked).shown;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={fileTypes}
        aria-label={t('File of cases')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void look(file);
          event.target.value = '';
        }}
      />
      {shown !== null && (
        <LookDialog
          looked={shown}
          open={looked !== null}
          underWay={adding.underWay}
          onStop={adding.stop}
          onClose={leave}
          onAdd={(found) => void adding.add(found)}
        />
      )}
    </>
  );
}

/** The findings stay as long as their dialog is open. */
function useLook(promptId: number) {
  const library = useLibrary();
  const [looked, setLooked] = useState<Looked | null>(null);
  const current = useRef<{ end(): void } | null>(null);
  useEffect(() => () => current.current?.end(), []);

  function leave(): void {
    current.current?.end();
    current.current = null;
    setLooked(null);
  }

  async function look(file: File): Promise<void> {
    let isWanted = true;
    let end = () => {};
    current.current = {
      end: () => {
        isWanted = false;
        end();
      },
    };
    setLooked({ name: file.name, found: null });
    const found = await lookAtCases(library, promptId, file);
    if ('end' in found) end = found.end;
    if (isWanted) setLooked({ name: file.name, found });
    else end();
  }

  return { looked, look, leave };
}

function useAdding(onEnd: () => void) {
  const library = useLibrary();
  const { underWay, run, stop } = useBulkRun();

  async function add({ look, portions }: FoundCases): Promise<void> {
    await run(look.cases, addingWords(), (under) => addCases(library, portions(), under));
    onEnd();
  }

  return { underWay, stop, add };
}

const addingWords = (): BulkWords => ({
  underWay: t('Adding cases...'),
  done: (count) => t('{count, plural, one {# case} other {# cases}} added', { count }),
  failed: t('Failed to add cases'),
  back: wordsOfUndo,
});

type LookDialogProps = {
  readonly looked: Looked;
  readonly open: boolean;
  readonly underWay: BulkUnderWay;
  onStop(): void;
  onClose(): void;
  onAdd(found: FoundCases): void;
};

function LookDialog({ looked, open, underWay, onStop, onClose, onAdd }: LookDialogProps) {
  const { name, found } = looked;
  const ready = found !== null && 'look' in found && found.look.cases > 0 ? found : null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Cases from a file')}
      description={name}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="solid"
            disabled={ready === null || underWay !== null}
            onClick={() => ready !== null && onAdd(ready)}
          >
            {ready === null ? t('Add') : t('Add {count}', { count: ready.look.cases })}
          </Button>
        </>
      }
    >
      {found === null && <Text role="status">{t('Reading the file...')}</Text>}
      {found !== null && ('look' in found ? <Look look={found.look} /> : <Unread reason={found.reason} />)}
      {underWay !== null && <UnderWay text={underWay.text} progress={underWay} onCancel={onStop} />}
    </Dialog>
  );
}

function Unread({ reason }: { readonly reason: Reason | null }) {
  return (
    <Alert.Root status="warning" role="alert">
      {reason === null ? t('The file could not be read. Try it again.') : t(reason.sentence, reason.values)}
    </Alert.Root>
  );
}

const mostNames = 10;

function Look({ look }: { readonly look: CasesLook }) {
  const { cases, checks, unjudged, known, refused, unused, remarks } = look;
  const names = [...unused.slice(0, mostNames), ...(unused.length > mostNames ? ['…'] : [])].join(', ');
  const lines = [
    known === 0
      ? ''
      : t('{count, plural, one {# case is} other {# cases are}} here already.', { count: known }),
    unjudged === 0
      ? ''
      : t('{count, plural, one {# check is} other {# checks are}} kept and not judged here.', {
          count: unjudged,
        }),
    names === '' ? '' : t('No variables of this prompt, but kept for checks: {names}.', { names }),
    refused === 0
      ? ''
      : t('{count, plural, one {# test} other {# tests}} cannot be a case.', { count: refused }),
    ...remarks.map(({ sentence, values }) => t(sentence, values)),
  ].filter((line) => line !== '');
  return (
    <Stack gap="3" role="status">
      <Text>
        {t(
          '{cases, plural, one {# case} other {# cases}} with {checks, plural, one {# check} other {# checks}}',
          {
            cases,
            checks,
          },
        )}
      </Text>
      <List.Root gap="1" textStyle="sm" ps="4">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List.Root>
    </Stack>
  );
}
