import { t } from '#shared/language/translate.ts';
import type { ModelEntry, ModelKind, ModelServer } from '#shared/model/run/model-entry.ts';

export type Preset = {
  readonly server: ModelServer;
  readonly kind: ModelKind;
  /** Names of products are in no language. */
  label(): string;
  readonly address: string;
  /** It runs on a machine of the person's own: it costs nothing, and answers one run after the other. */
  readonly isLocal: boolean;
};

/** The programs and services whose address is known, in the order of the list. */
export const presets: readonly Preset[] = [
  local('ollama', 'Ollama', 'http://localhost:11434/v1'),
  local('llamaCpp', 'llama.cpp', 'http://localhost:8080/v1'),
  local('lmStudio', 'LM Studio', 'http://localhost:1234/v1'),
  local('vllm', 'vLLM', 'http://localhost:8000/v1'),
  service('openai', 'openai', { name: 'OpenAI', address: 'https://api.openai.com/v1' }),
  service('anthropic', 'anthropic', { name: 'Anthropic', address: 'https://api.anthropic.com/v1' }),
  service('google', 'google', {
    name: 'Google',
    address: 'https://generativelanguage.googleapis.com/v1beta',
  }),
  service('openRouter', 'openai', { name: 'OpenRouter', address: 'https://openrouter.ai/api/v1' }),
  { server: 'browser', kind: 'browser', label: () => t('Model of this browser'), address: '', isLocal: true },
  { server: 'other', kind: 'openai', label: () => t('Another endpoint'), address: '', isLocal: false },
];

function local(server: ModelServer, name: string, address: string): Preset {
  return { server, kind: 'openai', label: () => name, address, isLocal: true };
}

function service(
  server: ModelServer,
  kind: ModelKind,
  { name, address }: { name: string; address: string },
): Preset {
  return { server, kind, label: () => name, address, isLocal: false };
}

export function presetOf(server: string): Preset {
  const found = presets.find((preset) => preset.server === server) ?? presets.at(-1);
  if (found === undefined) throw new Error('There is no preset.');
  return found;
}

export const kindNames = (): Readonly<Record<Exclude<ModelKind, 'browser'>, string>> => ({
  openai: t('Compatible with OpenAI'),
  anthropic: 'Anthropic',
  google: 'Google',
});

/** Describes where an entry is, in one line, without the model where the entry is called by it. */
export function placeOf({ name, server, model, address }: ModelEntry): string {
  if (server === 'browser') return presetOf(server).label();
  const parts = [
    ...(name === model ? [] : [model]),
    ...(server === 'other' ? [] : [presetOf(server).label()]),
  ];
  return [...parts, address].join(' · ');
}
