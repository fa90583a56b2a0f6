import { contextWindowOf } from '#shared/lint/context-window.ts';
import type { FoundSecret } from '#shared/lint/finding.ts';
import { type Finding, lintPrompt } from '#shared/lint/lint-prompt.ts';
import type { PromptToLint } from './prompt-to-lint.ts';

export type LintOptions = {
  /** Names of rules that are not asked. */
  readonly off: ReadonlySet<string>;
  /** Tokens of every model; undefined: those of the catalogue. */
  readonly context: number | undefined;
};

/** Returns what the rules find in one prompt. */
export async function lintOne({ subject }: PromptToLint, { off, context }: LintOptions): Promise<Finding[]> {
  const secrets = off.has('secret') ? [] : await secretsIn(subject.text);
  const contextWindow = context ?? (await contextWindowOf(subject.settings.model));
  return lintPrompt({ ...subject, secrets, contextWindow }, off);
}

async function secretsIn(text: string): Promise<FoundSecret[]> {
  // Loaded then: no other command needs its rules.
  const { findSecrets } = await import('#shared/lint/secrets/find-secrets.ts');
  return findSecrets(text);
}
