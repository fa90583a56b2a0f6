/** The operations for load balancers, monitors and generators of clients. */
import { z } from 'zod';
import type { CheckName } from '../../services/operation/readiness.ts';
import { json, type Operations } from './operation.ts';

const server = { tag: 'Server' } as const;

const about = { version: z.string(), protocol: z.int() };
const Outcome = z.enum(['ok', 'failing']);
/** A check that the server gains does not compile until it is here. */
const outcomes: Record<CheckName, typeof Outcome> = {
  ...{ running: Outcome, writes: Outcome, migrations: Outcome },
  ...{ room: Outcome, integrity: Outcome, files: Outcome },
};
const checks = z.object(outcomes);

export const serverOperations = {
  'GET /healthz': {
    ...server,
    id: 'health',
    summary: 'Whether the server is well',
    description: '503 where its disk or its database does not take writes.',
    answers: {
      200: json(z.object({ status: z.literal('ok'), ...about })),
      503: {
        ...json(
          z.object({
            status: z.literal('failing'),
            reason: z.enum(['disk_full', 'disk_read_only']),
            ...about,
          }),
        ),
        description: 'It cannot write.',
      },
    },
  },
  'GET /readyz': {
    ...server,
    id: 'readiness',
    summary: 'Whether requests should be sent here',
    description: '503 while it starts or stops.',
    answers: {
      200: json(z.object({ status: z.literal('ready'), checks })),
      503: { ...json(z.object({ status: z.literal('not_ready'), checks })), description: 'Not now.' },
    },
  },
  'GET /metrics': {
    ...server,
    id: 'metrics',
    summary: 'Metrics in the text format of Prometheus',
    description: 'Open to this machine, or with METRICS_TOKEN to whoever has the token.',
    answers: {
      200: { description: 'The metrics.', content: { type: 'text/plain' } },
      401: {
        description: 'The token is needed.',
        content: { type: 'text/plain' },
        headers: ['WWW-Authenticate'],
      },
    },
    problems: ['not_found'],
  },
  'GET /api/openapi.json': {
    ...server,
    id: 'openApiDocument',
    summary: 'This document',
    description: 'Made of the table of routes of this server, for its version.',
    answers: { 200: { ...json(z.looseObject({})), headers: ['ETag'] }, 304: notModified() },
    headers: ['If-None-Match'],
  },
  'GET /api/docs': {
    ...server,
    id: 'documentation',
    summary: 'This document as a page',
    description: 'Drawn by Swagger UI. Generators read openapi.json.',
    answers: {
      200: { description: 'The page.', content: { type: 'text/html' }, headers: ['ETag'] },
      304: notModified(),
    },
    headers: ['If-None-Match'],
  },
  'GET /api/docs/start.js': {
    ...server,
    id: 'documentationStart',
    summary: 'The script that fills the page',
    description: 'It names the document.',
    answers: fileOfThePage('text/javascript'),
    headers: ['If-None-Match'],
  },
  'GET /api/docs/swagger-ui-bundle.js': {
    ...server,
    id: 'documentationScript',
    summary: 'Swagger UI',
    description: 'As its package has it.',
    answers: fileOfThePage('text/javascript'),
    headers: ['If-None-Match'],
  },
  'GET /api/docs/swagger-ui.css': {
    ...server,
    id: 'documentationStyle',
    summary: 'The style sheet of Swagger UI',
    description: 'As its package has it.',
    answers: fileOfThePage('text/css'),
    headers: ['If-None-Match'],
  },
} as const satisfies Operations;

function notModified() {
  return { description: 'It is the one that the client has.', headers: ['ETag'] } as const;
}

function fileOfThePage(type: string) {
  return {
    200: { description: 'The file.', content: { type }, headers: ['ETag'] },
    304: notModified(),
  } as const;
}
