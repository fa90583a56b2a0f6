/**
 * Puts what a request passes around the handler of its route, once for each route.
 *
 * A layer waits only where what is below it does: a request whose answer is there at once is answered within one call,
 * without a promise for each layer.
 */
import type { Context } from 'hono';
import type { ServerContext } from './server-context.ts';

export type Answer = Response | Promise<Response>;
export type Answerer = (c: Context<ServerContext>) => Answer;

/** Answers itself, or with what is below it. */
export type Layer = (below: Answerer) => Answerer;

/** The first layer is the outermost one. */
export function layered(layers: readonly Layer[], innermost: Answerer): Answerer {
  return layers.reduceRight((below, layer) => layer(below), innermost);
}

/** Calls `next` with the value, at once where it is no promise. */
export function whenThere<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Gives the answer of `below`, and calls `end` once it is there or has failed. */
export function endingWith(below: () => Answer, end: () => void): Answer {
  let answer: Answer;
  try {
    answer = below();
  } catch (error) {
    end();
    throw error;
  }
  if (!(answer instanceof Promise)) {
    end();
    return answer;
  }
  // `finally` would make two promises more.
  return answer.then(
    (given) => {
      end();
      return given;
    },
    (error) => {
      end();
      throw error;
    },
  );
}

/** Answers what is thrown below by `answerError`. */
export function catching(answerError: (error: Error, c: Context<ServerContext>) => Response): Layer {
  return (below) => (c) => {
    const answerThrown = (thrown: unknown) =>
      answerError(thrown instanceof Error ? thrown : new Error(String(thrown)), c);
    try {
      const answer = below(c);
      return answer instanceof Promise ? answer.catch(answerThrown) : answer;
    } catch (error) {
      return answerThrown(error);
    }
  };
}
