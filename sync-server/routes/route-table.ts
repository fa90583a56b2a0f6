/**
 * The table of routes: every route of this server, and what holds for it before its handler runs.
 *
 * 1. It is enforced: `match-route.ts` finds the row, `allowed-host.ts`, `body-types.ts`, `json-body.ts` and
 *    `authorize.ts` follow it. A route without a row, or a row without a route, stops the start.
 * 2. It is tested: `route-table.test.ts` sends each row the requests that must be refused.
 * 3. Everything else is a file of the app (`static-files.ts`), which anybody may read.
 */
import { limits } from '#shared/model/limits.ts';
import { defineRoutes, type RouteRow } from '../middleware/route-row.ts';

const KB = 1024;

const json = { json: { maxBytes: limits.bodyBytes } };
const smallJson = { json: { maxBytes: 64 * KB } };

/** A mutation's body lies in the push, its list and the mutation; one that is too deep refuses only itself. */
const push = {
  json: {
    maxBytes: limits.pushBodyBytes,
    levels: { most: limits.jsonLevels + 3, deeper: 'emptied' },
  },
} as const;

/** A file of the largest size with its fields; a field has 64 KB at most, and there are ten at most. */
const fileForm = { ...json, form: limits.maxUploadBytes + 1024 * KB };

type Row = Pick<RouteRow, 'auth' | 'rate' | 'scope'>;
const open = { auth: 'anonymous', rate: 'ordinary', scope: null } as const satisfies Row;
const session = { auth: 'session', rate: 'ordinary', scope: null } as const satisfies Row;
const read = { auth: 'session', rate: 'ordinary', scope: 'read' } as const satisfies Row;
const write = { auth: 'session', rate: 'ordinary', scope: 'write' } as const satisfies Row;
const admin = { auth: 'admin', rate: 'ordinary', scope: null } as const satisfies Row;

export const routeTable = defineRoutes({
  'GET /healthz': { ...open, owner: 'nobody', rate: 'uncounted', anyHost: true },
  'GET /readyz': { ...open, owner: 'nobody', rate: 'uncounted', anyHost: true },
  'GET /metrics': { ...open, owner: 'nobody', rate: 'uncounted' },

  'GET /api/registration': { ...open, owner: 'nobody' },
  'POST /api/registration/invitation': { ...open, owner: 'nobody', body: smallJson },
  'POST /api/register': { ...open, owner: 'nobody', body: smallJson },
  'POST /api/login': { ...open, owner: 'nobody', body: smallJson },
  'POST /api/logout': { ...open, owner: 'caller' },
  'GET /api/session': { ...open, owner: 'caller' },
  'GET /api/user': { ...session, owner: 'caller', readsOneRow: true },

  'GET /api/account': { ...session, owner: 'caller' },
  'PUT /api/account/password': { ...session, owner: 'caller', body: smallJson },
  'POST /api/account/deletion': { ...session, owner: 'caller', body: smallJson },
  'GET /api/sessions': { ...session, owner: 'caller' },
  'DELETE /api/sessions': { ...session, owner: 'caller' },
  'DELETE /api/sessions/:id': { ...session, owner: { id: 'session' } },

  'GET /api/invitations': { ...admin, owner: 'server' },
  'POST /api/invitations': { ...admin, owner: 'server', body: smallJson },
  'DELETE /api/invitations/:id': { ...admin, owner: 'server' },

  'GET /api/projects': { ...read, owner: 'caller' },
  'POST /api/projects': { ...write, owner: 'caller', body: json },
  'PATCH /api/projects/:id': { ...write, owner: { id: 'project' }, body: json },
  'DELETE /api/projects/:id': { ...write, owner: { id: 'project' }, body: json },
  'PUT /api/projects/:id/position': { ...write, owner: { id: 'project' }, body: json },
  'GET /api/projects/:id/prompts': { ...read, owner: { id: 'project' } },
  'GET /api/projects/:id/resources': { ...read, owner: { id: 'project' } },
  'POST /api/projects/:id/resources': { ...write, owner: { id: 'project' }, body: fileForm },

  'POST /api/prompts': { ...write, owner: 'caller', body: json },
  'GET /api/prompts/:id': { ...read, owner: { id: 'prompt' }, readsOneRow: true },
  'PATCH /api/prompts/:id': { ...write, owner: { id: 'prompt' }, body: json },
  'PUT /api/prompts/:id': { ...write, owner: { id: 'prompt' }, body: json },
  'DELETE /api/prompts/:id': { ...write, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/attributes': { ...write, owner: { id: 'prompt' }, body: json },
  'PUT /api/prompts/:id/project': { ...write, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/content': { ...write, owner: { id: 'prompt' }, body: json },

  'GET /api/prompts/:id/versions': { ...read, owner: { id: 'prompt' } },
  'DELETE /api/prompts/:id/versions/bulk-delete': { ...write, owner: { id: 'prompt' }, body: json },
  'POST /api/prompts/:id/versions/bulk': { ...write, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/versions/:versionId': {
    ...write,
    owner: { id: 'prompt', versionId: 'version' },
    body: json,
  },
  'DELETE /api/prompts/:id/versions/:versionId': {
    ...write,
    owner: { id: 'prompt', versionId: 'version' },
    body: json,
  },
  'POST /api/prompts/:id/versions/:versionId/review': {
    ...write,
    owner: { id: 'prompt', versionId: 'version' },
    body: json,
  },

  'PATCH /api/resources/:id': { ...write, owner: { id: 'resource' }, body: json },
  'DELETE /api/resources/:id': { ...write, owner: { id: 'resource' }, body: json },
  'GET /api/resources/:id/download': { ...read, owner: { id: 'resource' } },
  'GET /api/files/:sha256': { ...read, owner: { sha256: 'blob' } },
  'PUT /api/files/:sha256': { ...write, owner: { sha256: 'blob' }, body: { bytes: limits.maxUploadBytes } },
  'DELETE /api/files/:sha256': { ...write, owner: { sha256: 'blob' } },

  'GET /api/user/ui-state': { ...read, owner: 'caller' },
  'PUT /api/user/ui-state': { ...write, owner: 'caller', body: json },
  'GET /api/search': { ...read, owner: 'caller', rate: 'costly' },

  'POST /api/sync/push': { ...write, owner: 'caller', body: push },
  'GET /api/sync/changes': { ...read, owner: 'caller' },
  'GET /api/sync/events': { ...read, owner: 'caller', isStream: true },
});
