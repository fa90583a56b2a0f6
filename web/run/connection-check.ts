import type { CheckedStep, ConnectionCheck, ListedModels } from '#shared/model/run/connection.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';

type Results = readonly [CheckedStep['result'], CheckedStep['result'], CheckedStep['result']];

/** Returns what the list of an endpoint's models shows of an entry: its address answers, lets us in, has the model. */
export function connectionCheck({ model, server }: ModelEntry, listed: ListedModels): ConnectionCheck {
  if (listed.kind === 'listed') {
    return listed.models.some((each) => isModel(each, model))
      ? checked(['ok', 'ok', 'ok'], null)
      : checked(['ok', 'ok', 'failed'], { kind: 'noSuchModel', model, server });
  }
  return checked(resultsOf(listed.problem), listed.problem);
}

/** Ollama lists `llama3.2:latest` and takes `llama3.2`. */
const isModel = (listed: string, model: string) => listed === model || listed === `${model}:latest`;

function resultsOf({ kind }: RunProblem): Results {
  switch (kind) {
    case 'originRefused':
    case 'keyRefused':
    case 'keyMissing':
    case 'rateLimited':
      return ['ok', 'failed', 'skipped'];
    // Many a proxy lists no models, and has them.
    case 'noSuchPath':
    case 'notAnAnswer':
      return ['ok', 'unknown', 'unknown'];
    default:
      return ['failed', 'skipped', 'skipped'];
  }
}

function checked([answers, allowed, model]: Results, problem: RunProblem | null): ConnectionCheck {
  return {
    steps: [
      { step: 'answers', result: answers },
      { step: 'allowed', result: allowed },
      { step: 'model', result: model },
    ],
    problem,
  };
}
