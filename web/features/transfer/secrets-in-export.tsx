import { Alert, Box, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { secretSentence } from '#shared/lint/secrets/secret-sentence.ts';
import type { SecretPlace } from './transfer-messages.ts';

export type SecretsInExportProps = {
  /** Null: it could not be looked. */
  readonly places: readonly SecretPlace[] | null;
};

const mostShown = 20;

/** Names what looks like a secret in what is about to leave, before it does. */
export function SecretsInExport({ places }: SecretsInExportProps) {
  if (places === null) {
    return (
      <Alert.Root status="warning" role="alert" mt="3" py="2">
        {t('The texts could not be looked at for secrets. You can export them all the same.')}
      </Alert.Root>
    );
  }
  const sentences = [...new Set(places.map(sentenceOf))];
  const more = sentences.length - mostShown;
  return (
    <Alert.Root status="warning" role="alert" mt="3" py="2">
      <Box minW="0">
        <Text>{t('Some texts hold what looks like a secret. Whoever gets the file can use it.')}</Text>
        <Box as="ul" aria-label={t('Secrets in the export')} mt="2" textStyle="xs" overflowWrap="anywhere">
          {sentences.slice(0, mostShown).map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
          {more > 0 && <li>{t('{more, plural, one {# more} other {# more}}', { more })}</li>}
        </Box>
      </Box>
    </Alert.Root>
  );
}

function sentenceOf({ project, title, where, version, kind }: SecretPlace): string {
  const { sentence, values } = secretSentence(kind);
  return t('{place}: {what}', {
    place: `${project} / ${title} (${whereOf(where, version)})`,
    what: t(sentence, values),
  });
}

function whereOf(where: SecretPlace['where'], version: number | null): string {
  switch (where) {
    case 'text':
      return t('text');
    case 'notes':
      return t('notes');
    case 'values':
      return t('values');
    case 'run':
      return t('kept run');
    case 'version':
      return t('version {version}', { version: version ?? '' });
  }
}
