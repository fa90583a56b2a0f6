import { Box, Button, chakra, Flex, Icon, Stack, Text } from '@chakra-ui/react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { LuInfo, LuTriangleAlert } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Finding } from '#shared/lint/lint-prompt.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { testCasesOf } from '../../data/queries/test-case-items.ts';
import { createLintReader } from '../../session/lint/lint-reader.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { pageClock } from '../../ui/clock.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Popover } from '../../ui/menu/popover.tsx';
import { usePreferences } from '../../ui/provider.tsx';
import { createFindings, type Findings } from './findings.ts';
import type { LintedText } from './linted-text.ts';
import { type LintedRow, readLinted } from './read-prompt.ts';

export type FindingsBelowProps = LintedRow & { readonly source: LintedText };

/** Says below a text how much was found in it, and lists it on a press; nothing is there where nothing was found. */
export function FindingsBelow({ source, promptId, versionId }: FindingsBelowProps) {
  const findings = useFindings({ source, promptId, versionId });
  const found = useSyncExternalStore(findings.subscribe, findings.state);
  const [isOpen, setIsOpen] = useState(false);
  if (found.length === 0) return null;
  const label = t('Findings');
  return (
    <Box flex="none">
      <Popover
        label={label}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <FoundButton type="button" data-tooltip={label}>
            {t('{count, plural, one {# finding} other {# findings}}', { count: found.length })}
          </FoundButton>
        }
      >
        <FindingList {...{ found, findings }} />
      </Popover>
    </Box>
  );
}

function useFindings({ source, promptId, versionId }: FindingsBelowProps): Findings {
  const library = useLibrary();
  const { lintOff } = usePreferences();
  // Thousands of them are read when one has changed, and not after each save of the text.
  const cases = useLive(() => testCasesOf(library, promptId), [library, promptId]);
  const latestCases = useRef(cases);
  useEffect(() => {
    latestCases.current = cases;
  }, [cases]);
  const findings = useMemo(
    () =>
      createFindings({
        ...{ source, off: lintOff, reader: createLintReader(), clock: pageClock(window) },
        read: (text) =>
          readLinted(library, { promptId, versionId }, { text, cases: latestCases.current ?? [] }),
      }),
    [library, source, promptId, versionId, lintOff],
  );
  useEffect(() => findings.start(), [findings]);
  const besides = useLive(async () => {
    const { settings, valueSets } = (await promptOf(library, promptId))?.attributes ?? {};
    return JSON.stringify([settings, valueSets]);
  }, [library, promptId]);
  useEffect(() => {
    if (besides !== undefined && cases !== undefined) findings.look();
  }, [findings, besides, cases]);
  return findings;
}

/** It stands in a line of text, and looks like that until it is pointed at. */
const FoundButton = chakra('button', {
  base: {
    minH: '6',
    px: '1',
    borderRadius: 'xs',
    color: 'warning.fg',
    fontSize: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover' },
  },
});

const mostShown = 50;

type FindingListProps = {
  readonly found: readonly Finding[];
  readonly findings: Findings;
};

function FindingList({ found, findings }: FindingListProps) {
  const more = found.length - mostShown;
  return (
    <Stack as="ul" gap="3" maxH="60vh" overflowY="auto" color="fg" textStyle="sm" aria-label={t('Findings')}>
      {found.slice(0, mostShown).map((finding) => (
        <FindingItem key={keyOf(finding)} {...{ finding, findings }} />
      ))}
      {more > 0 && <li>{t('{more, plural, one {# more} other {# more}}', { more })}</li>}
    </Stack>
  );
}

/** A rule finds a place once, and of the whole prompt each matter once. */
function keyOf({ rule, range, reason }: Finding): string {
  return JSON.stringify([rule, range, reason.values]);
}

type FindingItemProps = Pick<FindingListProps, 'findings'> & { readonly finding: Finding };

function FindingItem({ finding, findings }: FindingItemProps) {
  const { severity, reason, fix, range } = finding;
  return (
    <li>
      <Text dir="auto" overflowWrap="anywhere">
        <Icon
          me="2"
          verticalAlign="-0.125em"
          color={severity === 'warning' ? 'warning.fg' : 'fg.muted'}
          aria-label={severity === 'warning' ? t('Warning') : t('Note')}
        >
          {severity === 'warning' ? <LuTriangleAlert /> : <LuInfo />}
        </Icon>
        {t(reason.sentence, reason.values)}
      </Text>
      <Flex gap="2" mt="2" wrap="wrap">
        {range !== null && (
          <Button
            size="sm"
            // The focus goes to the text, and the list closes behind it.
            onClick={() => findings.show(finding)}
          >
            {t('Show')}
          </Button>
        )}
        {fix !== null && (
          <Button size="sm" onClick={() => findings.fix(finding)}>
            {t(fix.label.sentence, fix.label.values)}
          </Button>
        )}
      </Flex>
    </li>
  );
}
