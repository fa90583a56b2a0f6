import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { StreamingApi } from 'hono/utils/stream';
import { messages } from '#shared/model/messages.ts';
import { ChatRequest } from '#shared/model/served-model.ts';
import { jsonBody } from '../middleware/body/json-body.ts';
import { answerProblem } from '../middleware/problem-response.ts';
import type { ReportError } from '../middleware/request-log.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import type { RunModels, StartedRun } from '../services/models/run-model.ts';

export type ModelsDeps = { runModels: RunModels; reportError: ReportError };

/** `GET /api/models` and `POST /api/run`. Mounted at `/api`. */
export function modelsRoutes({ runModels, reportError }: ModelsDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/models', async (c) => c.json(await runModels.list(c.get('user'))))
    .post('/run', jsonBody(ChatRequest), async (c) => {
      const left = new AbortController();
      // A model that loads has begun no answer for minutes: until then the request alone tells that its client went.
      leaveWith(c.req.raw.signal, left);
      const started = await runModels.start(c.get('user'), c.req.valid('json'), left.signal);
      if (started.kind !== 'running') return refusalOf(started);
      c.header('Content-Type', started.contentType);
      c.header('Cache-Control', 'no-store');
      c.header('X-Accel-Buffering', 'no');
      const passOn = async (answer: StreamingApi) => {
        answer.onAbort(() => left.abort());
        for await (const part of started.bytes) await answer.write(part);
      };
      return stream(c, passOn, async (error) => reportError(error, c.get('requestId')));
    });
}

function leaveWith(signal: AbortSignal, left: AbortController): void {
  if (signal.aborted) left.abort();
  signal.addEventListener('abort', () => left.abort(), { once: true });
}

function refusalOf(started: Exclude<StartedRun, { kind: 'running' }>): Response {
  switch (started.kind) {
    case 'unknown':
      return answerProblem('not_found', { detail: messages.modelNotOffered });
    case 'busy': {
      const detail = started.of === 'person' ? messages.tooManyRuns : messages.modelBusy;
      return answerProblem('too_many_requests', { detail, headers: { 'Retry-After': '5' } });
    }
    case 'spent':
      return answerProblem('too_many_requests', {
        detail: messages.runsSpent,
        headers: { 'Retry-After': String(started.retryAfterSeconds) },
      });
    case 'unreachable':
      return answerProblem('model_unreachable');
    case 'left':
      // A status that no client reads. In the log and the metrics it is neither a success nor a failure of the model.
      return new Response(null, { status: 499 });
    case 'refused': {
      const { status, retryAfterSeconds, message } = started;
      if (status === 429) {
        const wait = { 'Retry-After': String(retryAfterSeconds ?? 30) };
        return answerProblem('too_many_requests', {
          detail: message || messages.modelRateLimited,
          headers: wait,
        });
      }
      const detail = message === '' ? `The model's endpoint answered ${status}.` : `${status}: ${message}`;
      return answerProblem('model_refused', { detail });
    }
  }
}
