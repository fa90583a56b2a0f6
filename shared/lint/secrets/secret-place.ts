import { t } from '#shared/language/translate.ts';
import { secretSentence } from './secret-sentence.ts';

/** A place of an export that holds what looks like a secret; `kind`: of secret. The secret itself is not in it. */
export type SecretPlace = {
  readonly project: string;
  readonly title: string;
  readonly where: 'text' | 'notes' | 'values' | 'run' | 'version';
  /** The number of the version; null: of the prompt itself. */
  readonly version: number | null;
  readonly kind: string;
};

/** Says where the place is, and what stands there. */
export function secretPlaceSentence({ project, title, where, version, kind }: SecretPlace): string {
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
