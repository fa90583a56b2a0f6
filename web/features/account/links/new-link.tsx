import { Alert, Box, Button, Grid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { secretSentence } from '#shared/lint/secrets/secret-sentence.ts';
import type { ReadLinkRequest, SecretInLink } from '#shared/model/account/read-link.ts';
import { promptPins } from '../../../data/queries/snippet-choices.ts';
import type { MadeLinkAnswer } from '../../../session/account/link-actions.ts';
import { useOpenLibrary } from '../../../session/open-library-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { endAfter, lifetimes } from '../lifetime.tsx';

/** `version`: the number of the version that a person asked from; null for the prompt itself. */
export type LinkedPrompt = { readonly promptId: number; readonly version: number | null };

interface NewLinkProps {
  readonly of: LinkedPrompt;
  now(): number;
  onMake(request: ReadLinkRequest): Promise<MadeLinkAnswer>;
}

const current = 'current';

/** Asks what a link shows and when it ends; once more where the text holds what looks like a secret. */
export function NewLink(props: NewLinkProps) {
  const { text, lifetime, pending, problem, make } = useNewLink(props);
  return (
    <Stack as="section" gap="3" aria-label={t('New link')}>
      <Grid templateColumns="repeat(auto-fit, minmax(min(12rem, 100%), 1fr))" gap="3">
        <SelectField label={t('Text to read')} disabled={pending} {...text} />
        <SelectField label={t('Expires')} disabled={pending} options={lifetimes()} {...lifetime} />
      </Grid>
      {problem !== null && <Problem {...problem} />}
      <Box>
        <Button
          variant="solid"
          loading={pending}
          loadingText={t('Making a link...')}
          onClick={() => void make()}
        >
          {problem?.secrets === undefined ? t('Make link') : t('Make link all the same')}
        </Button>
      </Box>
    </Stack>
  );
}

type ProblemProps = { readonly message: string; readonly secrets?: readonly SecretInLink[] };

const mostShown = 10;

function Problem({ message, secrets = [] }: ProblemProps) {
  return (
    <Alert.Root status="warning" role="alert" py="2">
      <Box minW="0">
        <Text>{t(message)}</Text>
        {secrets.length > 0 && (
          <Box as="ul" aria-label={t('Secrets in the text')} mt="2" textStyle="xs" overflowWrap="anywhere">
            {[...new Set(secrets.map(sentenceOf))].slice(0, mostShown).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Box>
        )}
      </Box>
    </Alert.Root>
  );
}

function sentenceOf({ line, kind }: SecretInLink): string {
  const { sentence, values } = secretSentence(kind);
  const place = line === null ? t('title') : t('line {line}', { line });
  return t('{place}: {what}', { place, what: t(sentence, values) });
}

function useNewLink({ of, now, onMake }: NewLinkProps) {
  const { library } = useOpenLibrary();
  const { promptId } = of;
  const pins = useLive(() => promptPins(library, promptId), [library, promptId]) ?? [];
  const numbers = pins.flatMap(({ pin }) => (pin.kind === 'version' ? [pin.version] : []));
  const asked = of.version === null || numbers.includes(of.version) ? [] : [of.version];
  const [chosen, setChosen] = useState(of.version === null ? current : String(of.version));
  const [lifetime, setLifetime] = useState('30');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ProblemProps | null>(null);

  return {
    ...{ pending, problem },
    text: {
      value: chosen,
      options: [
        { value: current, label: t('Current text, as it changes') },
        ...[...asked, ...numbers].map((number) => ({
          value: String(number),
          label: t('Version {number}', { number }),
        })),
      ],
      onChange(value: string) {
        setChosen(value);
        // The secrets that were found are those of another text.
        setProblem(null);
      },
    },
    lifetime: { value: lifetime, onChange: setLifetime },
    async make(): Promise<void> {
      setPending(true);
      const answer = await onMake({
        promptId,
        version: chosen === current ? null : Number(chosen),
        expiresAt: endAfter(lifetime, now()),
        withSecrets: problem?.secrets !== undefined,
      });
      setPending(false);
      setProblem(answer.ok ? null : answer);
    },
  };
}
