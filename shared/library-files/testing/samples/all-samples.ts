import { rules, skills } from './agent-samples.ts';
import { csv, espanso, librechat, openWebui, prompthub } from './app-samples.ts';
import { promptflow } from './flow-samples.ts';
import type { FormatSample } from './format-sample.ts';
import { evals, openai } from './openai-samples.ts';
import { humanloop, prompty } from './prompt-file-samples.ts';
import { prompthubApp } from './prompthub-app-samples.ts';

/** A row for each format; a new one is tested and fuzzed by its row alone. */
export const allSamples: readonly FormatSample[] = [
  ...[prompty, humanloop, promptflow, openai, evals],
  ...[openWebui, librechat, prompthub, prompthubApp, espanso, csv],
  ...[skills, rules],
];
