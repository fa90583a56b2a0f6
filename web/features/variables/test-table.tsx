import { Button, chakra, Flex, Span } from '@chakra-ui/react';
import { useEffect, useMemo, useState } from 'react';
import { LuCopyCheck, LuPencil } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Preview } from '#shared/templates/prompt-parts.ts';
import { cutText } from '#shared/text/cut-text.ts';
import { FullDialog } from '../../ui/dialog/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Scroller } from '../../ui/list/scroller.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { copyFilled } from './copy-filled.ts';
import { FilledPreview } from './filled-preview.tsx';
import type { FilledValues, ShownVariable } from './template-requests.ts';
import type { ShownText, TemplateView, TextResolver } from './template-view.ts';
import { useTemplateView } from './use-template-view.ts';
import type { ShownValueSets } from './use-value-sets.ts';

export interface TestTableProps {
  readonly open: boolean;
  readonly source: ShownText;
  readonly resolver: TextResolver;
  readonly sets: ShownValueSets;
  onClose(): void;
}

/** So much is shown of each filled text, and so many at once: more is work that nobody sees. */
const previewUnits = 10_000;
const columnsAtOnce = 12;
const variablesAtOnce = 100;

/** `id`: null for the values that are on this device only. */
type Column = { readonly id: number | null; readonly name: string; readonly values: FilledValues };

/** Shows the text filled by several value sets, side by side. */
export function TestTable({ open, source, resolver, sets, onClose }: TestTableProps) {
  const { view, reading, previews, isFailed } = useTemplateView({
    source,
    resolver,
    mostUnits: previewUnits,
  });
  const [most, setMost] = useState(columnsAtOnce);
  const all = useColumns(sets);
  const columns = useMemo(() => all.slice(0, most), [all, most]);
  useEffect(() => view.show(columns.map(({ values }) => values)), [view, columns]);
  const rest = all.length - columns.length;
  return (
    <FullDialog
      open={open}
      onClose={onClose}
      title={t('Test table')}
      description={t('The text with each of its value sets.')}
    >
      {isFailed && (
        <Flex as="p" align="center" gap="2" p="3" role="alert">
          {t('The text could not be read.')}
          <Button size="sm" onClick={() => view.retry()}>
            {t('Try again')}
          </Button>
        </Flex>
      )}
      {reading === null || previews === null ? (
        !isFailed && <Spinner label={t('Loading variables...')} />
      ) : (
        <Scroller flex="1" minH="0" overflow="auto" overscrollBehavior="contain" aria-label={t('Test table')}>
          <Cells>
            <ColumnHeads
              {...{ columns, previews, view }}
              onChoose={(id) => {
                sets.store.choose(id);
                onClose();
              }}
            />
            <tbody>
              <FilledRow {...{ columns, previews }} />
              <ValueRows variables={reading.variables} columns={columns} />
            </tbody>
          </Cells>
          {rest > 0 && (
            <Button size="sm" m="3" onClick={() => setMost(most + columnsAtOnce)}>
              {t('Show {more} more of {rest}', { more: Math.min(rest, columnsAtOnce), rest })}
            </Button>
          )}
        </Scroller>
      )}
    </FullDialog>
  );
}

function useColumns({ sets, chosen, values }: ShownValueSets): readonly Column[] {
  return useMemo(() => {
    const saved = sets.map(({ id, name, values }) => ({ id, name, values: new Map(Object.entries(values)) }));
    const isTyped = chosen === null && values.size > 0;
    return isTyped ? [{ id: null, name: t('Not saved'), values }, ...saved] : saved;
  }, [sets, chosen, values]);
}

/** Its cells are plain: there may be more than a thousand. The names stay in sight, and leave a phone to the texts. */
const Cells = chakra('table', {
  base: {
    borderCollapse: 'separate',
    borderSpacing: '0',
    textStyle: 'sm',
    '& :is(th, td)': {
      minW: '18rem',
      maxW: '34rem',
      py: '2',
      px: '3',
      borderBottomWidth: '1px',
      borderEndWidth: '1px',
      fontWeight: 'inherit',
      textAlign: 'start',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
    },
    '& tbody td': { whiteSpace: 'pre-wrap' },
    '& thead :is(th, td)': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.subtle' },
    '& :is(th[scope=row], thead td)': {
      position: 'sticky',
      insetStart: '0',
      minW: 'min(10rem, 24vw)',
      maxW: 'min(10rem, 24vw)',
      bg: 'bg.subtle',
      color: 'fg.muted',
      textStyle: 'xs',
    },
    '& thead td': { zIndex: '2' },
    '& td[data-kind=missing]': { color: 'warning.fg' },
    '& td[data-kind=default]': {
      color: 'fg.muted',
      textDecoration: 'underline dotted',
      textUnderlineOffset: '0.2em',
    },
  },
});

type ColumnsProps = { readonly columns: readonly Column[]; readonly previews: readonly Preview[] };

type ColumnHeadsProps = ColumnsProps & {
  readonly view: TemplateView;
  onChoose(id: number | null): void;
};

function ColumnHeads({ columns, previews, view, onChoose }: ColumnHeadsProps) {
  const notify = useNotify();
  return (
    <thead>
      <tr>
        <td />
        {columns.map(({ id, name, values }, at) => {
          const missing = previews[at]?.missing.length ?? 0;
          return (
            <th key={id ?? 'typed'} scope="col">
              <Flex as="span" align="center" gap="1">
                <Span as="bdi" flex="1" minW="0" fontWeight="semibold">
                  {name}
                </Span>
                <IconButton
                  label={t('Fill in “{name}”', { name })}
                  icon={<LuPencil />}
                  onClick={() => onChoose(id)}
                />
                <IconButton
                  label={t('Copy filled with “{name}”', { name })}
                  icon={<LuCopyCheck />}
                  onClick={() => void copyFilled({ view, notify }, values)}
                />
              </Flex>
              <Span textStyle="xs" color={missing > 0 ? 'warning.fg' : 'fg.muted'}>
                {missing > 0
                  ? t('{missing, plural, one {# value is missing} other {# values are missing}}', { missing })
                  : t('Complete')}
              </Span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function FilledRow({ columns, previews }: ColumnsProps) {
  return (
    <tr>
      <th scope="row">{t('Filled text')}</th>
      {columns.map(({ id }, at) => {
        const preview = previews[at];
        return <td key={id ?? 'typed'}>{preview !== undefined && <FilledPreview preview={preview} />}</td>;
      })}
    </tr>
  );
}

type ValueRowsProps = { readonly variables: readonly ShownVariable[]; readonly columns: readonly Column[] };

function ValueRows({ variables, columns }: ValueRowsProps) {
  const [most, setMost] = useState(variablesAtOnce);
  const rest = variables.length - most;
  return (
    <>
      {variables.slice(0, most).map((variable) => (
        <ValueRow key={variable.name} {...{ variable, columns }} />
      ))}
      {rest > 0 && (
        <tr>
          <td colSpan={columns.length + 1}>
            <Button size="sm" onClick={() => setMost(most + variablesAtOnce)}>
              {t('Show {more} more variables of {rest}', { more: Math.min(rest, variablesAtOnce), rest })}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

type ValueRowProps = { readonly variable: ShownVariable; readonly columns: readonly Column[] };

/** Of a value so much: the filled text above has all of it. */
const valueUnits = 300;

function ValueRow({ variable: { name, field }, columns }: ValueRowProps) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {columns.map(({ id, values }) => {
        const value = values.get(name);
        const kind = value === undefined ? (field.default === null ? 'missing' : 'default') : undefined;
        return (
          <td key={id ?? 'typed'} data-kind={kind} dir="auto" data-own-text="">
            {kind === 'missing' ? t('missing') : cutText(value ?? field.default ?? '', valueUnits)}
          </td>
        );
      })}
    </tr>
  );
}
