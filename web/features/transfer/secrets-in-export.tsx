import { Alert, Box, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { type SecretPlace, secretPlaceSentence } from '#shared/lint/secrets/secret-place.ts';

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
  const sentences = [...new Set(places.map(secretPlaceSentence))];
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
