import { Alert, Box, Button, chakra, Flex, Heading, Text, VisuallyHidden } from '@chakra-ui/react';
import { Suspense, useEffect, useId, useState } from 'react';
import { LuBraces, LuCopyCheck, LuVariable } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { textSourceKey } from '../../data/queries/resolve-text.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useKeptRequest } from '../../ui/hooks/use-kept-request.ts';
import { useStableAct } from '../../ui/hooks/use-stable-act.ts';
import { Scroller } from '../../ui/list/scroller.tsx';
import { lazyPart } from '../../ui/load-again.ts';
import { useNotify } from '../../ui/provider.tsx';
import { SnippetProblems } from '../../ui/snippets/snippet-problems.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { copyFilled, copyMessages } from './copy-filled.ts';
import { FilledPreview } from './filled-preview.tsx';
import { PlaceholdersOffer } from './placeholders-offer.tsx';
import { SyntaxRules } from './syntax-rules.tsx';
import type { FilledValues, TextReading } from './template-requests.ts';
import type { ShownText, TemplateView, TextResolver } from './template-view.ts';
import { type ShownTemplate, useTemplateView } from './use-template-view.ts';
import { useTextResolver } from './use-text-resolver.ts';
import { type ShownValueSets, useValueSets } from './use-value-sets.ts';
import { ValueSetBar } from './value-set-bar.tsx';
import { VariableField } from './variable-field.tsx';

export type VariablesPanelProps = {
  readonly promptId: number;
  /** The old version that is open; null: the current text. */
  readonly versionId: number | null;
  /** The text that is open beside it; null until one is. */
  readonly source: ShownText | null;
};

// It comes with the first look at it.
const TestTable = lazyPart(async () => (await import('./test-table.tsx')).TestTable);

/** Of a filled text so much is shown. */
const previewUnits = 20_000;

/** Shows the variables of the text, the values that are filled in, and what comes of it. */
export function VariablesPanel({ source, ...props }: VariablesPanelProps) {
  const heading = useId();
  return (
    <Panel className="variables-panel" aria-labelledby={heading}>
      {source === null ? (
        <>
          <VisuallyHidden asChild>
            <h2 id={heading}>{t('Variables')}</h2>
          </VisuallyHidden>
          <Spinner label={t('Loading variables...')} />
        </>
      ) : (
        <OpenPanel {...props} key={props.promptId} source={source} heading={heading} />
      )}
    </Panel>
  );
}

/** A container: what scrolls in it depends on the height that is here, beside another panel or alone. */
const Panel = chakra('aside', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1',
    minH: '0',
    borderStartWidth: '1px',
    bg: 'bg.subtle',
    container: 'variables-panel / size',
  },
});

/** In a low place the panel scrolls as a whole, between its title and its buttons. */
const low = '@container variables-panel (max-height: 40rem)';
const unbounded = { flex: 'none', maxH: 'none', overflowY: 'visible' } as const;

const Body = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 1 auto',
    minH: '0',
    [low]: { overflowY: 'auto', overscrollBehavior: 'contain' },
  },
});

type OpenPanelProps = Omit<VariablesPanelProps, 'source'> & {
  readonly source: ShownText;
  readonly heading: string;
};

function OpenPanel({ promptId, versionId, source, heading }: OpenPanelProps) {
  const library = useLibrary();
  const sets = useValueSets(library, promptId);
  const resolver = useTextResolver(library, textSourceKey(promptId, versionId));
  const template = useTemplateView({ source, resolver, mostUnits: previewUnits });
  const { view, reading } = template;
  const { values } = sets;
  useEffect(() => view.show([values]), [view, values]);
  const hasSnippets = template.hasSnippets;
  const isFillable = reading !== null && (reading.variables.length > 0 || reading.isChat || hasSnippets);
  return (
    <>
      <PanelHeader heading={heading} reading={reading} values={values} />
      <Body>
        {reading !== null && <PlaceholdersOffer placeholders={reading.placeholders} source={source} />}
        {reading === null ? (
          !template.isFailed && <Spinner label={t('Loading variables...')} />
        ) : reading.variables.length === 0 ? (
          <NoVariables />
        ) : (
          <>
            <ValueSets {...{ sets, source, resolver }} />
            <Fields reading={reading} sets={sets} />
          </>
        )}
        {template.isFailed && (
          <Box py="3" px="4">
            <Alert.Root status="error" role="alert" flexWrap="wrap" alignItems="center" py="2">
              {t('The text could not be read.')}
              <Button size="sm" ms="auto" onClick={() => view.retry()}>
                {t('Try again')}
              </Button>
            </Alert.Root>
          </Box>
        )}
        <SnippetProblems problems={template.problems} />
        {isFillable && <Result template={template} />}
      </Body>
      {isFillable && <CopyActions {...{ view, values }} isChat={reading.isChat} />}
    </>
  );
}

type ValueSetsProps = Pick<OpenPanelProps, 'source'> & {
  readonly sets: ShownValueSets;
  readonly resolver: TextResolver;
};

function ValueSets({ sets, source, resolver }: ValueSetsProps) {
  const notify = useNotify();
  const [isTable, setIsTable] = useState(false);
  const { shown, opening } = useKeptRequest(isTable ? 'table' : null);
  return (
    <>
      <ValueSetBar sets={sets} onShowTable={() => setIsTable(true)} />
      {shown !== null && (
        <Suspense fallback={null}>
          <TestTable
            key={opening}
            open={isTable}
            {...{ sets, source, resolver, notify }}
            onClose={() => setIsTable(false)}
          />
        </Suspense>
      )}
    </>
  );
}

type PanelHeaderProps = {
  readonly heading: string;
  readonly reading: TextReading | null;
  readonly values: FilledValues;
};

function PanelHeader({ heading, reading, values }: PanelHeaderProps) {
  const all = reading?.variables ?? [];
  const missing = all.filter(({ name, field }) => !values.has(name) && field.default === null).length;
  return (
    <Flex
      as="header"
      flex="none"
      align="center"
      gap="2"
      minH="calc({sizes.target} + 0.5rem)"
      ps="4"
      pe="2"
      borderBottomWidth="1px"
      // Its menu lies over the fields below.
      position="relative"
      zIndex="1"
    >
      <Heading as="h2" size="sm" id={heading}>
        {t('Variables')}
      </Heading>
      <Text
        role="status"
        flex="1"
        minW="0"
        truncate
        textStyle="xs"
        textAlign="end"
        fontVariantNumeric="tabular-nums"
        {...(missing > 0 ? { color: 'warning.fg', fontWeight: 'medium' } : { color: 'fg.muted' })}
      >
        {all.length > 0 &&
          (missing > 0
            ? t('{missing} of {all} missing', { missing, all: all.length })
            : t('{all, plural, one {# filled} other {All # filled}}', { all: all.length }))}
      </Text>
      <SyntaxRules />
    </Flex>
  );
}

function NoVariables() {
  return (
    <EmptyState compact icon={<LuVariable />} title={t('No variables in this text')}>
      {t('Write {example} where a value belongs.', { example: '{{topic}}' })}
    </EmptyState>
  );
}

/** More fields at once are work that nobody sees. */
const fieldsAtOnce = 100;

function Fields({ reading, sets }: { readonly reading: TextReading; readonly sets: ShownValueSets }) {
  const [most, setMost] = useState(fieldsAtOnce);
  const { store, values } = sets;
  const onChange = useStableAct((name: string, value: string | undefined) => store.setValue(name, value));
  const onLeave = useStableAct(() => void store.flush());
  const { variables, conflicts } = reading;
  const rest = variables.length - most;
  return (
    <FieldList aria-label={t('Values')}>
      {variables.slice(0, most).map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values.get(variable.name)}
          onChange={onChange}
          onLeave={onLeave}
        />
      ))}
      {rest > 0 && (
        <Button size="sm" onClick={() => setMost(most + fieldsAtOnce)}>
          {t('Show {more} more of {rest}', { more: Math.min(rest, fieldsAtOnce), rest })}
        </Button>
      )}
      {conflicts.length > 0 && (
        <Text color="warning.fg" textStyle="xs" overflowWrap="anywhere">
          {t('Declared twice; the first one applies: {names}', {
            names: conflicts.slice(0, 5).join(', '),
          })}
        </Text>
      )}
    </FieldList>
  );
}

const FieldList = chakra('section', {
  base: {
    display: 'grid',
    flex: '0 1 auto',
    alignContent: 'start',
    gap: '3',
    minH: '6rem',
    maxH: '55%',
    pt: '3',
    px: '4',
    pb: '4',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    [low]: unbounded,
  },
});

function Result({ template: { previews } }: { readonly template: ShownTemplate }) {
  const heading = useId();
  const [preview] = previews ?? [];
  return (
    <Flex
      direction="column"
      flex="1 1 auto"
      minH="8rem"
      borderTopWidth="1px"
      css={{ [low]: { ...unbounded, minH: '8rem' } }}
    >
      <Heading as="h3" id={heading} flex="none" pt="3" px="4" pb="2" textStyle="xs">
        {t('Preview')}
      </Heading>
      <Scroller
        flex="1 1 0"
        minH="0"
        px="4"
        pb="4"
        overflowY="auto"
        overscrollBehavior="contain"
        _focusVisible={{ outlineOffset: '-2px' }}
        css={{ [low]: unbounded }}
        aria-labelledby={heading}
      >
        {preview !== undefined && <FilledPreview preview={preview} />}
      </Scroller>
    </Flex>
  );
}

type CopyActionsProps = {
  readonly view: TemplateView;
  readonly values: FilledValues;
  readonly isChat: boolean;
};

function CopyActions({ view, values, isChat }: CopyActionsProps) {
  const notify = useNotify();
  return (
    <Flex flex="none" wrap="wrap" gap="2" py="3" px="4" borderTopWidth="1px">
      {isChat && (
        <Button flex="1 1 auto" onClick={() => void copyMessages({ view, notify }, values)}>
          <LuBraces />
          {t('Copy as messages')}
        </Button>
      )}
      <Button flex="1 1 auto" variant="solid" onClick={() => void copyFilled({ view, notify }, values)}>
        <LuCopyCheck />
        {t('Copy filled')}
      </Button>
    </Flex>
  );
}
