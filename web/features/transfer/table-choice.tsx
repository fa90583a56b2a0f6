import { Fieldset, Grid, Table } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { TableColumns, TablePreview } from '#shared/library-files/formats/table-columns.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Scroller } from '../../ui/list/scroller.tsx';
import type { ChosenFile } from './transfer-messages.ts';
import { startTransfer } from './transfer-thread.ts';

export interface TableChoiceProps {
  readonly files: readonly ChosenFile[];
  /** Null: those whose names say what they are. */
  readonly columns: TableColumns | null;
  readonly disabled: boolean;
  onChange(columns: TableColumns): void;
}

/** Chooses the columns of a CSV, TSV or JSON lines file that was chosen alone, with its first rows below. */
export function TableChoice({ files, columns, disabled, onChange }: TableChoiceProps) {
  const preview = usePreview(files, onChange);
  const chosen = columns ?? preview?.guess ?? null;
  if (preview === null || chosen === null) return null;
  const none = { value: '', label: t('None') };
  const options = preview.columns.map((column) => ({ value: column, label: column }));
  return (
    <Fieldset.Root size="sm" minW="0">
      <Fieldset.Legend fontWeight="semibold">{t('Columns of the table')}</Fieldset.Legend>
      <Fieldset.Content gap="3">
        <Grid templateColumns="repeat(auto-fit, minmax(min(100%, 8rem), 1fr))" gap="3">
          <SelectField
            label={t('Text')}
            value={chosen.content}
            {...{ options, disabled }}
            onChange={(content) => onChange({ ...chosen, content })}
          />
          {optionalColumns().map(([part, label]) => (
            <SelectField
              key={part}
              label={label}
              value={chosen[part] ?? ''}
              options={[none, ...options]}
              disabled={disabled}
              onChange={(column) => onChange({ ...chosen, [part]: column === '' ? undefined : column })}
            />
          ))}
        </Grid>
        <FirstRows preview={preview} />
      </Fieldset.Content>
    </Fieldset.Root>
  );
}

const optionalColumns = () =>
  [
    ['title', t('Title')],
    ['project', t('Project')],
    ['tags', t('Tags')],
    ['notes', t('Notes')],
  ] as const;

function FirstRows({ preview: { columns, rows } }: { readonly preview: TablePreview }) {
  return (
    <Scroller borderWidth="1px" borderRadius="md" overflow="auto" aria-label={t('First rows of the table')}>
      <Table.Root size="sm" textStyle="xs">
        <Table.Header>
          <Table.Row>
            {columns.map((column) => (
              <Table.ColumnHeader key={column} scope="col" color="fg.muted" {...cell}>
                <bdi>{column}</bdi>
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {[...rows.entries()].map(([row, cells]) => (
            <Table.Row key={row}>
              {columns.map((column, index) => (
                <Table.Cell key={column} {...cell}>
                  <bdi>{cells[index]}</bdi>
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Scroller>
  );
}

const cell = { maxW: '16rem', py: '1', px: '3', truncate: true } as const;

const isTable = ({ path }: ChosenFile) => /\.(csv|tsv|jsonl|ndjson)$/i.test(path);

/** Returns the first rows of a table that was chosen alone; chooses its longest column where none is named like a text. */
function usePreview(
  files: readonly ChosenFile[],
  choose: (columns: TableColumns) => void,
): TablePreview | null {
  const [read, setRead] = useState<{ file: ChosenFile; preview: TablePreview } | null>(null);
  const [only] = files;
  const file = only !== undefined && files.length === 1 && isTable(only) ? only : null;
  const show = useEffectEvent((of: ChosenFile, preview: TablePreview) => {
    setRead({ file: of, preview });
    const content = preview.guess === null ? longestColumn(preview) : undefined;
    if (content !== undefined) choose({ content });
  });
  useEffect(() => {
    if (file === null) return;
    // A table that cannot be read is refused by the look, with the reason.
    const reading = startTransfer({ kind: 'preview', file }, (answer) => {
      if (answer.kind === 'table') show(file, answer.preview);
    });
    return reading.stop;
  }, [file]);
  return read !== null && read.file === file ? read.preview : null;
}

function longestColumn({ columns, rows }: TablePreview): string | undefined {
  const lengthOf = (index: number) => rows.reduce((sum, cells) => sum + (cells[index]?.length ?? 0), 0);
  const lengths = columns.map((_, index) => lengthOf(index));
  return columns[lengths.indexOf(Math.max(...lengths))];
}
