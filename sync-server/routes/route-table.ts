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

/** Runs models, and costs the admin money. */
const run = { auth: 'session', rate: 'ordinary', scope: 'run' } as const satisfies Row;

/** A token of a single project: see `RouteRow.projectTokens`. */
const byPath = { ...read, projectTokens: 'byPath' } as const;
const readByRoute = { ...read, projectTokens: 'byRoute' } as const;
/** Whatever commits a mutation holds it to the project (`services/change/within-project.ts`). */
const byCommit = { ...write, projectTokens: 'byRoute' } as const;

/** Programs with a token; what each of their requests may do is decided by `mcp/`. */
const token = { auth: 'token', rate: 'ordinary', scope: 'read', projectTokens: 'byRoute' } as const;

const admin = { auth: 'admin', rate: 'ordinary', scope: null } as const satisfies Row;

/** Each is an id or a name. */
const pulled = { project: 'project', prompt: 'prompt' } as const;

export const routeTable = defineRoutes({
  'GET /healthz': { ...open, owner: 'nobody', rate: 'uncounted', anyHost: true },
  'GET /readyz': { ...open, owner: 'nobody', rate: 'uncounted', anyHost: true },
  'GET /metrics': { ...open, owner: 'nobody', rate: 'uncounted' },

  'GET /api/openapi.json': { ...open, owner: 'nobody' },
  'GET /api/docs': { ...open, owner: 'nobody' },
  'GET /api/docs/start.js': { ...open, owner: 'nobody' },
  'GET /api/docs/swagger-ui-bundle.js': { ...open, owner: 'nobody' },
  'GET /api/docs/swagger-ui.css': { ...open, owner: 'nobody' },

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

  'GET /api/tokens': { ...session, owner: 'caller' },
  'POST /api/tokens': { ...session, owner: 'caller', body: smallJson },
  'DELETE /api/tokens/:id': { ...session, owner: { id: 'token' } },
  'GET /api/links': { ...session, owner: 'caller' },
  'POST /api/links': { ...session, owner: 'caller', body: smallJson, rate: 'costly' },
  'DELETE /api/links/:id': { ...session, owner: { id: 'link' } },
  /** Open to anybody who has the link: it names a prompt of its person, and opens nothing else. */
  'GET /read/:token': { ...open, owner: { token: 'sharedText' }, rate: 'costly' },
  'GET /api/models': { ...run, owner: 'caller', readsOneRow: true },
  'POST /api/run': { ...run, owner: 'caller', body: json },

  'GET /api/webhooks': { ...session, owner: 'caller' },
  'POST /api/webhooks': { ...session, owner: 'caller', body: smallJson },
  'PATCH /api/webhooks/:id': { ...session, owner: { id: 'webhook' }, body: smallJson },
  'DELETE /api/webhooks/:id': { ...session, owner: { id: 'webhook' } },
  'POST /api/webhooks/:id/secret': { ...session, owner: { id: 'webhook' } },
  'POST /api/webhooks/:id/test': { ...session, owner: { id: 'webhook' }, rate: 'costly' },
  'GET /api/webhooks/:id/deliveries': { ...session, owner: { id: 'webhook' } },
  'POST /api/webhooks/:id/redelivery': { ...session, owner: { id: 'webhook' }, rate: 'costly' },
  'POST /api/webhooks/:id/deliveries/:number/redelivery': {
    ...session,
    owner: { id: 'webhook', number: 'delivery' },
  },

  'GET /api/invitations': { ...admin, owner: 'server' },
  'POST /api/invitations': { ...admin, owner: 'server', body: smallJson },
  'DELETE /api/invitations/:id': { ...admin, owner: 'server' },

  'GET /api/projects': { ...readByRoute, owner: 'caller' },
  'POST /api/projects': { ...write, owner: 'caller', body: json },
  'PATCH /api/projects/:id': { ...byCommit, owner: { id: 'project' }, body: json },
  'DELETE /api/projects/:id': { ...byCommit, owner: { id: 'project' }, body: json },
  'PUT /api/projects/:id/position': { ...byCommit, owner: { id: 'project' }, body: json },
  'GET /api/projects/:id/prompts': { ...byPath, owner: { id: 'project' } },
  'GET /api/projects/:id/resources': { ...byPath, owner: { id: 'project' } },
  'POST /api/projects/:id/resources': { ...byCommit, owner: { id: 'project' }, body: fileForm },

  'POST /api/prompts': { ...byCommit, owner: 'caller', body: json },
  'GET /api/prompts/:id': { ...byPath, owner: { id: 'prompt' }, readsOneRow: true },
  'PATCH /api/prompts/:id': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'PUT /api/prompts/:id': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'DELETE /api/prompts/:id': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/attributes': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'PUT /api/prompts/:id/project': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/content': { ...byCommit, owner: { id: 'prompt' }, body: json },

  'GET /api/prompts/:id/versions': { ...byPath, owner: { id: 'prompt' } },
  'DELETE /api/prompts/:id/versions/bulk-delete': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'POST /api/prompts/:id/versions/bulk': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/versions/:versionId': {
    ...byCommit,
    owner: { id: 'prompt', versionId: 'version' },
    body: json,
  },
  'DELETE /api/prompts/:id/versions/:versionId': {
    ...byCommit,
    owner: { id: 'prompt', versionId: 'version' },
    body: json,
  },
  'POST /api/prompts/:id/versions/:versionId/review': {
    ...byCommit,
    owner: { id: 'prompt', versionId: 'version' },
    body: json,
  },

  'GET /api/prompts/:id/kept-runs': { ...byPath, owner: { id: 'prompt' } },
  'POST /api/prompts/:id/kept-runs': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/kept-runs/:runId': {
    ...byCommit,
    owner: { id: 'prompt', runId: 'keptRun' },
    body: json,
  },
  'DELETE /api/prompts/:id/kept-runs/:runId': {
    ...byCommit,
    owner: { id: 'prompt', runId: 'keptRun' },
    body: json,
  },

  'GET /api/prompts/:id/cases': { ...byPath, owner: { id: 'prompt' } },
  'POST /api/prompts/:id/cases': { ...byCommit, owner: { id: 'prompt' }, body: json },
  'PATCH /api/prompts/:id/cases/:caseId': {
    ...byCommit,
    owner: { id: 'prompt', caseId: 'testCase' },
    body: json,
  },
  'DELETE /api/prompts/:id/cases/:caseId': {
    ...byCommit,
    owner: { id: 'prompt', caseId: 'testCase' },
    body: json,
  },

  'GET /api/pull/:project/:prompt': { ...readByRoute, owner: pulled },
  'POST /api/pull/:project/:prompt': { ...readByRoute, owner: pulled, body: json },
  'GET /api/pull/:project/:prompt/versions': { ...readByRoute, owner: pulled },
  'PUT /api/pull/:project/:prompt/labels/:label': {
    ...byCommit,
    owner: { ...pulled, label: 'label' },
    body: smallJson,
  },

  'POST /mcp': { ...token, owner: 'caller', body: json },
  'GET /mcp': { ...token, owner: 'caller', isStream: true },

  'PATCH /api/resources/:id': { ...byCommit, owner: { id: 'resource' }, body: json },
  'DELETE /api/resources/:id': { ...byCommit, owner: { id: 'resource' }, body: json },
  'GET /api/resources/:id/download': { ...byPath, owner: { id: 'resource' } },
  'GET /api/files/:sha256': { ...read, owner: { sha256: 'blob' } },
  'PUT /api/files/:sha256': { ...write, owner: { sha256: 'blob' }, body: { bytes: limits.maxUploadBytes } },
  'DELETE /api/files/:sha256': { ...write, owner: { sha256: 'blob' } },

  'GET /api/user/ui-state': { ...read, owner: 'caller' },
  'PUT /api/user/ui-state': { ...write, owner: 'caller', body: json },
  'GET /api/search': { ...readByRoute, owner: 'caller', rate: 'costly' },

  'POST /api/sync/push': { ...write, owner: 'caller', body: push },
  'GET /api/sync/changes': { ...read, owner: 'caller' },
  'GET /api/sync/events': { ...read, owner: 'caller', isStream: true },
});
