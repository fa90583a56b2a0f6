/**
 * Keeps what looks like a secret out of a folder, which may be a checkout that is published.
 *
 * Lets through what its file has already: the sync has not brought it.
 */
import { t } from '#shared/language/translate.ts';
import type { FoundSecret } from '#shared/lint/finding.ts';
import { secretSentence } from '#shared/lint/secrets/secret-sentence.ts';

/** Thrown where a text is not written. The message is for a person, and has no secret in it. */
export class SecretFound extends Error {
  override readonly name = 'SecretFound';
  /** Its path has it too, and is not to be named. */
  readonly isInTitle: boolean;

  constructor({ isInTitle, sentence }: { isInTitle: boolean; sentence: string }) {
    super(sentence);
    this.isInTitle = isInTitle;
  }
}

/** `titled`: where the title stands, as a sentence names it. */
type Wanted = { id: number; title: string; text: string; titled?: string };
type Texts = { title: string | null; text: string };

/** `before`: what the file has now; null: there is none. Throws `SecretFound`. */
export type AdmitText = (wanted: Wanted, before: Texts | null) => Promise<void>;

export const admitAny: AdmitText = async () => {};

export const admitWithoutSecrets: AdmitText = async (
  { id, title, text, titled: where = `the title of the prompt ${id}` },
  before,
) => {
  // Loaded with the first text that comes in: most rounds bring none.
  const { findSecretsInEach } = await import('#shared/lint/secrets/find-secrets.ts');
  const [inTitle = [], inText = []] = await findSecretsInEach([title, text]);
  const had = `${before?.title ?? ''}\n${before?.text ?? ''}`;
  const newIn = (whole: string, secrets: readonly FoundSecret[]) =>
    secrets.find(({ start, end }) => !had.includes(whole.slice(start, end)));
  const titled = newIn(title, inTitle);
  const found = titled ?? newIn(text, inText);
  if (found === undefined) return;
  const { sentence, values } = secretSentence(found.kind);
  const line = text.slice(0, found.start).split('\n').length;
  const place = titled === undefined ? `line ${line}` : where;
  throw new SecretFound({
    isInTitle: titled !== undefined,
    sentence: `Not written here, because of ${place}. ${t(sentence, values)} Take it out there, or allow it with --allow-secrets.`,
  });
};
