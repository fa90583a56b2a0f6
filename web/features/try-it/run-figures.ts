/** The figures of a run in words. */
import { languageTag, t } from '#shared/language/translate.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import type { LiveRun } from '#shared/model/run/run-request.ts';

/** Returns the time to the first token, the duration, the tokens and the cost, as far as they are known. */
export function runFigures({ firstMs, totalMs, usage, cost, from }: RunHead): string[] {
  return [
    firstMs === null ? '' : t('first after {time}', { time: seconds(firstMs) }),
    totalMs === null ? '' : t('{time} in all', { time: seconds(totalMs) }),
    usage?.inputTokens == null ? '' : t('{count} tokens in', { count: usage.inputTokens }),
    usage?.outputTokens == null ? '' : t('{count} tokens out', { count: usage.outputTokens }),
    cost === null || cost === 0 ? '' : costFigure(cost, from),
  ].filter((words) => words !== '');
}

function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  const digits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(languageTag(), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** Writes a cost as a person reads it. That of the server's models is in a currency that only its admin knows. */
export function costWords(cost: number, from: RunHead['from']): string {
  return new Intl.NumberFormat(languageTag(), {
    ...(from === 'device' ? { style: 'currency', currency: 'USD' } : {}),
    ...(cost < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  }).format(cost);
}

/** A number without a currency needs a word. */
function costFigure(cost: number, from: RunHead['from']): string {
  const words = costWords(cost, from);
  return from === 'device' ? words : t('cost {cost}', { cost: words });
}

/** Returns the state of a run in a few words; empty where its answer is whole. */
export function stateWords({ state }: RunHead, phase: LiveRun['phase'] | null): string {
  if (phase !== null && phase !== 'ended') return phaseWords[phase]();
  switch (state) {
    case 'waiting':
      return t('Not sent: this device had no network. It waits until you send it.');
    case 'stopped':
      return t('Stopped');
    case 'failed':
      return t('Failed');
    case 'brokenOff':
      return t('Broken off');
    case 'queued':
    case 'running':
      return t('Running in another tab');
    case 'done':
      return '';
  }
}

const phaseWords: Readonly<Record<Exclude<LiveRun['phase'], 'ended'>, () => string>> = {
  queued: () => t('Waits for its turn'),
  sent: () => t('Waits for the model'),
  slow: () => t('Waits for the model, which may still be loading'),
  answering: () => t('Answering'),
  paused: () => t('Answering, and silent for some seconds'),
};
