/** Collects the parts of one run's answer into the run as it is shown and kept. */

import { limits } from '#shared/model/limits.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { type Run, type RunOutput, type RunState, runCost, type ToolCall } from '#shared/model/run/run.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import type { LiveRun } from '#shared/model/run/run-request.ts';
import type { ModelPart } from './model-client.ts';

export type RunProgress = {
  read(): LiveRun;
  setPhase(phase: LiveRun['phase']): void;
  /** Returns whether the answer has reached its largest size. */
  add(part: ModelPart): boolean;
  addProblem(problem: RunProblem): void;
  begin(): void;
  /** A person sends it later. */
  hold(): void;
  /** The answer has come whole. */
  isWhole(): void;
  end(state: RunState): void;
};

export function createProgress(first: Run, { price }: ModelEntry, now: () => number): RunProgress {
  let run = first;
  let phase: LiveRun['phase'] = 'queued';
  let sentAt = now();
  let unfinished: readonly ToolCall[] = [];
  const change = (next: Partial<Run>) => {
    run = { ...run, ...next };
  };
  const elapsed = () => Math.round(now() - sentAt);
  const addProblem = (problem: RunProblem) => change({ problems: [...run.problems, problem] });

  function add(part: ModelPart): boolean {
    if (part.kind === 'begun') return false;
    if (part.kind === 'problem') addProblem(part.problem);
    else if (part.kind === 'usage') change({ usage: part.usage, cost: runCost(part.usage, price) });
    else {
      phase = 'answering';
      change({ firstMs: run.firstMs ?? elapsed(), ...outputWith(part) });
    }
    const written = run.toolCalls.reduce((sum, call) => sum + call.arguments.length, 0);
    return run.answer.length + run.reasoning.length + written >= limits.answerLength;
  }

  function outputWith(part: OutputPart): Partial<RunOutput> {
    if (part.kind === 'text') return { answer: run.answer + part.text };
    if (part.kind === 'reasoning') return { reasoning: run.reasoning + part.text };
    const { call } = part;
    const finished = run.toolCalls.slice(0, run.toolCalls.length - unfinished.length);
    const others = unfinished.filter(({ id }) => id !== call.id);
    unfinished = part.kind === 'toolInput' ? [...others, call] : others;
    return { toolCalls: [...finished, ...(part.kind === 'toolInput' ? [] : [call]), ...unfinished] };
  }

  return {
    read: () => ({ run, phase }),
    setPhase(next) {
      phase = next;
    },
    add,
    addProblem,
    begin() {
      sentAt = now();
      phase = 'sent';
      change({ state: 'running' });
    },
    hold() {
      phase = 'ended';
      change({ state: 'waiting' });
    },
    isWhole() {
      change({ totalMs: elapsed() });
    },
    end(state) {
      phase = 'ended';
      // One that never was sent took no time.
      const totalMs = run.state === 'queued' || run.state === 'waiting' ? null : elapsed();
      change({ state, totalMs: run.totalMs ?? totalMs });
    },
  };
}

type OutputPart = Extract<ModelPart, { kind: 'text' | 'reasoning' | 'toolInput' | 'toolCall' }>;
