import { chakra, Table, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { hasSettings, isJsonSetting } from '#shared/model/prompt-settings.ts';
import { type ComparedSetting, comparedSettings } from '#shared/text/settings/shown-settings.ts';
import type { NamedText } from '../../ui/compare/named-text.ts';
import type { ReadText } from './compared-texts.ts';

export type ComparedSettingsProps = {
  readonly before: ReadText;
  readonly after: ReadText;
  readonly names: { readonly before: NamedText; readonly after: NamedText };
};

/** Shows the settings of both texts, those that differ marked; nothing where neither has any. */
export function ComparedSettings({ before, after, names }: ComparedSettingsProps) {
  if (!hasSettings(before.settings) && !hasSettings(after.settings)) return null;
  const rows = comparedSettings(before.settings, after.settings);
  const differing = rows.filter(({ isSame }) => !isSame).length;
  return (
    <Details key={differing > 0 ? 'differ' : 'same'} open={differing > 0}>
      <summary>
        {differing === 0
          ? t('The settings are the same')
          : t('{count, plural, one {# setting differs} other {# settings differ}}', { count: differing })}
      </summary>
      <Table.Root size="sm" tableLayout="fixed" aria-label={t('Settings')}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader w="14rem">{t('Setting')}</Table.ColumnHeader>
            <Table.ColumnHeader>{names.before.name}</Table.ColumnHeader>
            <Table.ColumnHeader>{names.after.name}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </Table.Body>
      </Table.Root>
    </Details>
  );
}

function Row({ row: { name, label, before, after, isSame } }: { readonly row: ComparedSetting }) {
  const isCode = isJsonSetting(name);
  return (
    <Table.Row {...(isSame ? {} : { bg: 'bg.selected' })}>
      <Table.Cell asChild>
        <th scope="row">
          {label}
          {!isSame && (
            <Text as="span" textStyle="xs" color="fg.muted">
              {' · '}
              {t('differs')}
            </Text>
          )}
        </th>
      </Table.Cell>
      <Value text={before} isCode={isCode} />
      <Value text={after} isCode={isCode} />
    </Table.Row>
  );
}

function Value({ text, isCode }: { readonly text: string | null; readonly isCode: boolean }) {
  return (
    <Table.Cell
      verticalAlign="top"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      {...(isCode ? { fontFamily: 'mono', fontVariantLigatures: 'none', textStyle: 'xs' } : {})}
      {...(text === null ? { color: 'fg.muted' } : {})}
    >
      {text ?? t('Not set')}
    </Table.Cell>
  );
}

const Details = chakra('details', {
  base: {
    flex: 'none',
    maxH: '40%',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    borderTopWidth: '1px',
    bg: 'bg.subtle',
    '& > summary': { py: '2', px: '4', textStyle: 'sm', cursor: 'pointer' },
    '& th': { textAlign: 'start', fontWeight: 'medium', verticalAlign: 'top' },
  },
});
