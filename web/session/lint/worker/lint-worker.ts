/** A thread of its own for looking at texts: the rules that find secrets are large, and a text may take a second. */
import '#shared/model/zod-without-eval.ts';
import { contextWindowOf } from '#shared/lint/context-window.ts';
import type { FoundSecret } from '#shared/lint/finding.ts';
import { lintPrompt } from '#shared/lint/lint-prompt.ts';
import type { LintAnswer, LintAnswers, LintAsk, LintRequest } from '../lint-messages.ts';

addEventListener('message', ({ data: { number, ask } }: MessageEvent<LintRequest>) => {
  const send = (answer: LintAnswer['answer']) => postMessage({ number, answer } satisfies LintAnswer);
  answerTo(ask).then(send, (error: unknown) => {
    console.error('A text could not be looked at.', error);
    send(null);
  });
});

async function answerTo(ask: LintAsk): Promise<LintAnswers[keyof LintAnswers]> {
  if (ask.kind === 'secrets') return secretsIn(ask.texts);
  const { prompt } = ask;
  const off = new Set(ask.off);
  const [secrets = []] = off.has('secret') ? [] : await secretsIn([prompt.text]);
  const contextWindow = off.has('too-long') ? null : await contextWindowOf(prompt.settings.model);
  return lintPrompt({ ...prompt, secrets, contextWindow }, off);
}

async function secretsIn(texts: readonly string[]): Promise<FoundSecret[][]> {
  const { findSecretsInEach } = await import('#shared/lint/secrets/find-secrets.ts');
  return findSecretsInEach(texts);
}
