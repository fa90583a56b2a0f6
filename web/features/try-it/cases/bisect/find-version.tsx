import { Alert, Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { LuSearch, LuSquare } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { type NamedVersion, namedVersionsOf } from '../../../../data/queries/palette-rows.ts';
import { readText } from '../../../../data/run/filled-prompt.ts';
import { useLibrary } from '../../../../session/open-library-context.ts';
import type { RunEngine } from '../../../../session/run-engine-type.ts';
import { CompareView } from '../../../../ui/compare/compare-view.tsx';
import { FullDialog } from '../../../../ui/dialog/dialog.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { useLive } from '../../../../ui/hooks/use-live.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { Judges } from '../judge-portion.ts';
import type { CaseColumn } from '../look-at-cells.ts';
import { type FirstFailing, firstFailing, mostAsked } from './first-failing.ts';
import { holdsAt } from './judged-cell.ts';

type FindVersionProps = {
  readonly engine: RunEngine;
  readonly judges: Judges;
  readonly test: TestCase;
  /** By which it fails. */
  readonly column: CaseColumn;
};

/** A text of the prompt; null: the current one. */
type Place = Pick<NamedVersion, 'id' | 'version'> | null;

/** Finds the version at which a case stopped to hold, by running it at the versions between. */
export function FindVersion({ engine, judges, test, column }: FindVersionProps) {
  const library = useLibrary();
  const versions = useLive(() => namedVersionsOf(library, test.promptId), [library, test.promptId]);
  const [since, setSince] = useState('');
  const search = useSearch({ engine, judges, test, column });
  const own = versions?.find(({ id }) => id === column.versionId);
  const older = (versions ?? []).filter(({ version }) => own === undefined || version < own.version);
  const first = older.find(({ id }) => String(id) === since) ?? older.at(-1);
  if (first === undefined) return null;
  const between = older.filter(({ version }) => version >= first.version).reverse();
  const places: readonly [Place, ...Place[]] = [first, ...between.slice(1), own ?? null];

  return (
    <Stack gap="3" borderTopWidth="1px" pt="4" as="section" aria-label={t('The version that broke it')}>
      <Flex gap="3" align="end" wrap="wrap">
        <Box w="16rem">
          <SelectField
            label={t('It held at')}
            value={String(first.id)}
            options={older.map(({ id, version, description }) => ({
              value: String(id),
              label: [t('Version {number}', { number: version }), description].filter(Boolean).join(' · '),
            }))}
            onChange={setSince}
          />
        </Box>
        {search.isSearching ? (
          <Button onClick={search.stop}>
            <LuSquare />
            {t('Stop')}
          </Button>
        ) : (
          <Button onClick={() => search.start(places)}>
            <LuSearch />
            {t('Find the version that broke it')}
          </Button>
        )}
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {t('Runs the case at most {count, plural, one {# time} other {# times}}.', {
          count: mostAsked(places.length),
        })}
      </Text>
      <Box role="status" aria-live="polite">
        {search.isSearching && <Spinner label={t('Trying {name}', { name: nameOf(search.tried) })} />}
        {search.found !== null && <Found found={search.found} test={test} />}
      </Box>
    </Stack>
  );
}

const nameOf = (place: Place) =>
  place === null ? t('the current text') : t('version {number}', { number: place.version });

type Found = FirstFailing<Place> | { readonly kind: 'failed' };

/** Ends with the dialog: what is under way then is kept, and nothing more is run. */
function useSearch({ engine, judges, test, column: { model } }: FindVersionProps) {
  const library = useLibrary();
  const [tried, setTried] = useState<Place | undefined>(undefined);
  const [found, setFound] = useState<Found | null>(null);
  /** The search that is wanted; another object for each. */
  const wanted = useRef<object | null>(null);
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );

  async function start(places: readonly [Place, ...Place[]]): Promise<void> {
    const mine = {};
    wanted.current = mine;
    const isWanted = () => wanted.current === mine;
    setFound(null);
    const outcome = await firstFailing<Place>({
      places,
      isWanted,
      holds: (place) => {
        setTried(place);
        return holdsAt({ library, engine, judges, test, model }, place?.id ?? null);
      },
    }).catch((): Found => ({ kind: 'failed' }));
    if (!isWanted()) return;
    setTried(undefined);
    setFound(outcome);
  }

  return {
    found,
    tried: tried ?? null,
    isSearching: tried !== undefined,
    start: (places: readonly [Place, ...Place[]]) => void start(places),
    stop() {
      wanted.current = null;
      setTried(undefined);
    },
  };
}

function Found({ found, test }: { readonly found: Found; readonly test: TestCase }) {
  const [isComparing, setComparing] = useState(false);
  switch (found.kind) {
    case 'found':
      return (
        <Alert.Root status="info" alignItems="center" gap="3" flexWrap="wrap">
          <Box flex="1" minW="12rem">
            {found.broke === null
              ? t('The current text broke it: it held at {held}.', { held: nameOf(found.held) })
              : t('Version {number} broke it: it held at {held}.', {
                  number: found.broke.version,
                  held: nameOf(found.held),
                })}
          </Box>
          <Button size="sm" onClick={() => setComparing(true)}>
            {t('Show the difference')}
          </Button>
          <Difference {...found} {...{ test }} open={isComparing} onClose={() => setComparing(false)} />
        </Alert.Root>
      );
    case 'neverHeld':
      return (
        <Alert.Root status="warning">{t('It fails there as well. Choose an older version.')}</Alert.Root>
      );
    case 'undecided':
      return (
        <Alert.Root status="warning">
          {t('It could not be decided whether it holds at {name}.', { name: nameOf(found.place) })}
        </Alert.Root>
      );
    case 'failed':
      return <Alert.Root status="warning">{t('The answers could not be judged.')}</Alert.Root>;
    case 'ended':
      return null;
  }
}

type DifferenceProps = {
  readonly held: Place;
  readonly broke: Place;
  readonly test: TestCase;
  readonly open: boolean;
  onClose(): void;
};

function Difference({ held, broke, test: { promptId }, open, onClose }: DifferenceProps) {
  const library = useLibrary();
  const textOf = async (place: Place) =>
    (await readText(library, { promptId, versionId: place?.id ?? null }, null))?.read.text ?? null;
  const texts = useLive(async () => [await textOf(held), await textOf(broke)], [library, held, broke]);
  if (texts === undefined) return null;
  const [before = null, after = null] = texts;
  return (
    <FullDialog open={open} onClose={onClose} title={t('What broke the case')}>
      <CompareView
        before={{ name: nameOf(held), text: before }}
        after={{ name: nameOf(broke), text: after }}
        autoFocus
      />
    </FullDialog>
  );
}
