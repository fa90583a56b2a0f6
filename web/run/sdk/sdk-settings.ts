import type { CallWarning, LanguageModelCallOptions, streamText } from 'ai';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';

/** Of OpenAI-compatible endpoints, whose own options go under it. */
export const providerName = 'endpoint';

type Effort = NonNullable<LanguageModelCallOptions['reasoning']>;
const efforts: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] satisfies Effort[];

const isEffort = (word: string): word is Effort => efforts.includes(word);

type CallSettings = LanguageModelCallOptions & Pick<Parameters<typeof streamText>[0], 'providerOptions'>;

/** Returns the settings of a prompt in the SDK's names. */
export function callSettings(settings: PromptSettings, { kind }: Pick<ModelEntry, 'kind'>): CallSettings {
  const { temperature, topP, maxTokens, stop, seed, reasoningEffort } = settings;
  const isOpen = kind === 'openai';
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoningEffort !== undefined && !isOpen && isEffort(reasoningEffort)
      ? { reasoning: reasoningEffort }
      : {}),
    ...(isOpen
      ? {
          providerOptions: {
            [providerName]: {
              // A schema of a person's own is rarely strict in OpenAI's sense; the answer is checked here.
              strictJsonSchema: false,
              ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
            },
          },
        }
      : {}),
  };
}

/** The SDK's names of what a person set, where they are not the same. */
const ownNames: Readonly<Record<string, keyof PromptSettings>> = {
  maxOutputTokens: 'maxTokens',
  stopSequences: 'stop',
  reasoning: 'reasoningEffort',
  responseFormat: 'answerFormat',
};

/** Returns the settings that were made and have no effect; the SDK also warns of those that it chooses itself. */
export function ignoredSettings(warnings: readonly CallWarning[], settings: PromptSettings): string[] {
  const names = warnings.flatMap((warning) => ('feature' in warning ? [warning.feature] : []));
  return names.map((name) => ownNames[name] ?? name).filter((name) => settings[name] !== undefined);
}
