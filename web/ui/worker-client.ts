/**
 * Asks a worker, and waits no longer for it than a person does.
 * 1. It starts with the first request, and stays for the next one.
 * 2. One that fails, or takes longer than it is watched for, is ended and told of; the next request starts another one.
 */
import { afterRunning, type Clock, pageClock } from './clock.ts';

/** The part of a Worker that a client uses. */
export type ClientWorker<Request, Answer> = {
  send(request: Request): void;
  onAnswer(listener: (answer: Answer) => void): void;
  /** `event`: where the browser has one. */
  onFailure(listener: (event?: Event) => void): void;
  terminate(): void;
};

/** Why it ended: too late, or as the browser tells it. */
export type WorkerEnd = 'late' | { readonly event: Event | undefined };

export type WorkerClientDeps<Request, Answer> = {
  startWorker(): ClientWorker<Request, Answer>;
  /** Left out: that of the page. */
  readonly clock?: Pick<Clock, 'after'> | undefined;
  onAnswer(answer: Answer): void;
  onEnd(why: WorkerEnd): void;
};

export type WorkerClient<Request> = {
  /** Throws where the browser starts no worker. */
  send(request: Request): void;
  isRunning(): boolean;
  /** Ends the worker after so many milliseconds in which the page ran, unless it is watched again or rests before. */
  watch(milliseconds: number): void;
  rest(): void;
  /** Ends the worker and tells nobody. */
  end(): void;
};

const clockOfPage: Pick<Clock, 'after'> = {
  after: (milliseconds, run) => pageClock(window).after(milliseconds, run),
};

export function createWorkerClient<Request, Answer>({
  startWorker,
  clock = clockOfPage,
  onAnswer,
  onEnd,
}: WorkerClientDeps<Request, Answer>): WorkerClient<Request> {
  let worker: ClientWorker<Request, Answer> | undefined;
  let rest = () => {};

  function begin(): ClientWorker<Request, Answer> {
    const begun = startWorker();
    begun.onAnswer((answer) => worker === begun && onAnswer(answer));
    begun.onFailure((event) => worker === begun && fail({ event }));
    return begun;
  }

  function end(): void {
    rest();
    worker?.terminate();
    worker = undefined;
  }

  function fail(why: WorkerEnd): void {
    end();
    onEnd(why);
  }

  return {
    end,
    isRunning: () => worker !== undefined,
    rest: () => rest(),
    watch(milliseconds) {
      rest();
      rest = afterRunning(clock, milliseconds, () => fail('late'));
    },
    send(request) {
      worker ??= begin();
      worker.send(request);
    },
  };
}

/** Wraps a worker of the browser. */
export function clientWorker<Request, Answer>(worker: Worker): ClientWorker<Request, Answer> {
  return {
    send: (request) => worker.postMessage(request),
    onAnswer: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => listener(data)),
    onFailure: (listener) => worker.addEventListener('error', listener),
    terminate: () => worker.terminate(),
  };
}
