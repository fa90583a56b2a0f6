/** A request for every row of the table of routes, about the library of `libraryOf`. */
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import type { OwnedKind } from '../../middleware/route-row.ts';
import { routeTable } from '../../routes/route-table.ts';
import { multipart, resourceRow, sha256 } from '../upload-requests.ts';

export type RouteName = keyof typeof routeTable;

/** Every text of the sampled library has it, so that a leak of any of them shows. */
export const marker = 'ada-only';

const bytes = `# ${marker} plan`;

/** Ids that the parameters of a path stand for. */
export const sampled = {
  project: 11,
  prompt: 12,
  version: 13,
  label: 'production',
  resource: 15,
  keptRun: 19,
  testCase: 21,
  blob: sha256(bytes),
  /** Another one of the owner than that of the requests. */
  session: '1000000000000016',
  token: 17,
  link: 23,
  /** Of nobody. */
  sharedText: 'a'.repeat(43),
  webhook: 18,
  /** Of that webhook. */
  delivery: 1,
};
const { project, prompt, version } = sampled;
const newerVersion = 14;
const keptRun = {
  ...{ versionId: version, createdAt: '2026-01-01T00:00:00.000Z', note: `${marker} note` },
  run: exampleRun({ answer: `${marker} answer` }),
};

const testCase = {
  ...{ name: `${marker} case`, values: { name: `${marker} value` }, notes: `${marker} notes` },
  checks: [{ type: 'contains', value: `${marker} word` }],
};

export type RouteSample = {
  /** Sent as JSON. */
  json?: unknown;
  body?: { body: BodyInit; headers: Record<string, string> };
  query?: string;
  headers?: Record<string, string>;
  /** Answered to the owner of the library, who is an admin. */
  status: number;
  /** Answered to another account that names the same ids; as to the owner where the row says `caller` or `nobody`. */
  statusElsewhere?: number;
  /** A person reads the answer, also where it is a problem. */
  isPage?: true;
};

const created = { name: 'P', color: 'teal' };
const password = 'correct horse';
const stranger = { username: 'nobody here', password };
/** The webhook of the sampled library. */
export const webhook = { url: `https://hooks.example.org/${marker}`, events: ['version.created'] };
const file = { bytes: 'another plan', fileName: 'other.md' };

/** A row of the table without a sample does not compile. */
export const routeSamples: Readonly<Record<RouteName, RouteSample>> = {
  'GET /healthz': { status: 200 },
  'GET /readyz': { status: 200 },
  // A request over no network comes from nowhere, so not from this machine.
  'GET /metrics': { status: 404 },
  'GET /api/openapi.json': { status: 200 },
  'GET /api/docs': { status: 200 },
  'GET /api/docs/start.js': { status: 200 },
  'GET /api/docs/swagger-ui-bundle.js': { status: 200 },
  'GET /api/docs/swagger-ui.css': { status: 200 },
  'GET /api/registration': { status: 200 },
  'POST /api/registration/invitation': { json: { invite: 'of nobody' }, status: 200 },
  'POST /api/register': { json: { ...stranger, displayName: 'N' }, status: 403 },
  'POST /api/login': { json: stranger, status: 401 },
  'POST /api/logout': { status: 200 },
  'GET /api/session': { status: 200 },
  'GET /api/user': { status: 200 },
  'GET /api/account': { status: 200 },
  'PUT /api/account/password': { json: { currentPassword: password, newPassword: password }, status: 200 },
  'POST /api/account/deletion': { json: { password }, status: 200 },
  'GET /api/sessions': { status: 200 },
  'DELETE /api/sessions': { status: 200 },
  'DELETE /api/sessions/:id': { status: 200 },
  'GET /api/tokens': { status: 200 },
  'POST /api/tokens': { json: { name: 'T', scope: 'read' }, status: 201 },
  'DELETE /api/tokens/:id': { status: 200 },
  'GET /api/links': { status: 200 },
  'POST /api/links': { json: { promptId: prompt }, status: 201, statusElsewhere: 404 },
  'DELETE /api/links/:id': { status: 200 },
  'GET /read/:token': { status: 404, isPage: true },
  'GET /api/webhooks': { status: 200 },
  'POST /api/webhooks': { json: { ...webhook, url: 'https://hooks.example.org/' }, status: 201 },
  'PATCH /api/webhooks/:id': { json: { events: ['label.moved'] }, status: 200 },
  'DELETE /api/webhooks/:id': { status: 200 },
  'POST /api/webhooks/:id/secret': { status: 200 },
  'POST /api/webhooks/:id/test': { status: 202 },
  'GET /api/webhooks/:id/deliveries': { status: 200 },
  'POST /api/webhooks/:id/redelivery': { status: 202 },
  'POST /api/webhooks/:id/deliveries/:number/redelivery': { status: 202 },
  'GET /api/models': { status: 200 },
  'POST /api/run': { json: { model: 'none', messages: [{ role: 'user', content: marker }] }, status: 404 },
  'GET /api/invitations': { status: 200 },
  'POST /api/invitations': { json: {}, status: 201 },
  'DELETE /api/invitations/:id': { status: 200 },
  'GET /api/projects': { status: 200 },
  'POST /api/projects': { json: created, status: 201 },
  'PATCH /api/projects/:id': { json: { name: 'Q' }, status: 200 },
  'DELETE /api/projects/:id': { status: 200 },
  'PUT /api/projects/:id/position': { json: { position: 'a1' }, status: 200 },
  'GET /api/projects/:id/prompts': { status: 200 },
  'GET /api/projects/:id/resources': { status: 200 },
  'POST /api/projects/:id/resources': { body: multipart(file), status: 201 },
  'POST /api/prompts': {
    json: { title: 'T', content: '', projectId: project },
    status: 201,
    statusElsewhere: 404,
  },
  'GET /api/prompts/:id': { status: 200 },
  'PATCH /api/prompts/:id': { json: { title: 'U' }, status: 200 },
  'PUT /api/prompts/:id': { json: { content: 'saved', description: '' }, status: 200 },
  'DELETE /api/prompts/:id': { status: 200 },
  'PATCH /api/prompts/:id/attributes': { json: { favorite: true, addTags: ['draft'] }, status: 200 },
  'PUT /api/prompts/:id/project': { json: { projectId: project }, status: 200 },
  'PATCH /api/prompts/:id/content': { json: { content: 'edited' }, status: 200 },
  'GET /api/prompts/:id/versions': { status: 200 },
  'DELETE /api/prompts/:id/versions/bulk-delete': { json: { versionIds: [newerVersion] }, status: 200 },
  'POST /api/prompts/:id/versions/bulk': {
    json: { versionIds: [newerVersion] },
    headers: { 'X-HTTP-Method-Override': 'DELETE' },
    status: 200,
  },
  'PATCH /api/prompts/:id/versions/:versionId': { json: { content: 'edited' }, status: 200 },
  'DELETE /api/prompts/:id/versions/:versionId': { status: 200 },
  'POST /api/prompts/:id/versions/:versionId/review': { status: 200 },
  'GET /api/prompts/:id/kept-runs': { status: 200 },
  'POST /api/prompts/:id/kept-runs': { json: { ...keptRun, id: 20 }, status: 201 },
  'PATCH /api/prompts/:id/kept-runs/:runId': { json: { stars: 5 }, status: 200 },
  'DELETE /api/prompts/:id/kept-runs/:runId': { status: 200 },
  'GET /api/prompts/:id/cases': { status: 200 },
  'POST /api/prompts/:id/cases': { json: { ...testCase, id: 22 }, status: 201 },
  'PATCH /api/prompts/:id/cases/:caseId': { json: { enabled: false }, status: 200 },
  'DELETE /api/prompts/:id/cases/:caseId': { status: 200 },
  'GET /api/pull/:project/:prompt': { query: '?label=latest', status: 200 },
  'POST /api/pull/:project/:prompt': { json: { values: {} }, query: '?format=text', status: 200 },
  'GET /api/pull/:project/:prompt/versions': { status: 200 },
  'PUT /api/pull/:project/:prompt/labels/:label': { json: { version: 1 }, status: 200 },

  'POST /mcp': {
    json: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'search_prompts', arguments: { query: marker } },
    },
    headers: { Accept: 'application/json, text/event-stream' },
    status: 200,
  },
  'GET /mcp': { headers: { Accept: 'text/event-stream' }, status: 200 },
  'PATCH /api/resources/:id': { json: { name: 'R' }, status: 200 },
  'DELETE /api/resources/:id': { status: 200 },
  'GET /api/resources/:id/download': { status: 200 },
  'GET /api/files/:sha256': { status: 200 },
  'PUT /api/files/:sha256': {
    body: { body: bytes, headers: { 'Content-Type': 'application/octet-stream' } },
    status: 200,
  },
  // Answers 204 to everybody: afterwards the caller has no partial upload, as before.
  'DELETE /api/files/:sha256': { status: 204, statusElsewhere: 204 },
  'GET /api/user/ui-state': { status: 200 },
  'PUT /api/user/ui-state': { json: { stateKey: 'open_prompt_ids', stateValue: [prompt] }, status: 200 },
  'GET /api/search': { query: `?q=${marker}`, status: 200 },
  'POST /api/sync/push': {
    json: {
      mutations: [{ key: 'c1:1', method: 'PATCH', path: `/api/prompts/${prompt}`, body: { title: 'V' } }],
    },
    status: 200,
  },
  'GET /api/sync/changes': { status: 200 },
  'GET /api/sync/events': { status: 200 },
};

/** Deletions in the order in which each still finds what it deletes, and what ends sessions, come last. */
const last: readonly RouteName[] = [
  'DELETE /api/webhooks/:id',
  'DELETE /api/prompts/:id/versions/:versionId',
  'DELETE /api/prompts/:id/kept-runs/:runId',
  'DELETE /api/prompts/:id/cases/:caseId',
  'DELETE /api/prompts/:id',
  'DELETE /api/resources/:id',
  'DELETE /api/projects/:id',
  'DELETE /api/sessions',
  'PUT /api/account/password',
  'POST /api/account/deletion',
  'POST /api/logout',
];

export const routeNames: readonly RouteName[] = Object.keys(routeSamples)
  .filter((name): name is RouteName => name in routeTable)
  .toSorted((a, b) => last.indexOf(a) - last.indexOf(b));

/** `invitation`: the id of one that is there. */
export function pathOf(route: RouteName, invitation: number): string {
  const { owner } = routeTable[route];
  const kinds: Readonly<Record<string, OwnedKind>> = typeof owner === 'object' ? owner : {};
  const path = route.slice(route.indexOf(' ') + 1);
  return path.replace(/:([a-zA-Z0-9]+)/g, (_, name: string) => {
    const kind = kinds[name];
    return String(kind === undefined ? invitation : sampled[kind]);
  });
}

export const methodOf = (route: RouteName): string => route.slice(0, route.indexOf(' '));

export function requestOf(route: RouteName, headers: Record<string, string>): RequestInit {
  const { json, body, headers: own = {} } = routeSamples[route];
  const method = methodOf(route);
  if (body !== undefined)
    return { method, body: body.body, headers: { ...body.headers, ...own, ...headers } };
  if (json === undefined) return { method, headers: { ...own, ...headers } };
  return {
    method,
    body: JSON.stringify(json),
    headers: { 'Content-Type': 'application/json', ...own, ...headers },
  };
}

/** The requests that make the sampled library, in order; the file's bytes come last. */
export const libraryOf: readonly { method: string; path: string; json?: unknown }[] = [
  { method: 'POST', path: '/api/projects', json: { id: project, name: `${marker} project` } },
  {
    method: 'POST',
    path: '/api/prompts',
    json: {
      id: prompt,
      title: `${marker} title`,
      content: `${marker} text`,
      notes: `${marker} note`,
      projectId: project,
    },
  },
  ...[version, newerVersion].map((id) => ({
    method: 'PUT',
    path: `/api/prompts/${prompt}`,
    json: { id, content: `${marker} version ${id}`, description: `${marker} ${id}` },
  })),
  {
    method: 'POST',
    path: `/api/prompts/${prompt}/kept-runs`,
    json: { ...keptRun, id: sampled.keptRun },
  },
  {
    method: 'POST',
    path: `/api/prompts/${prompt}/cases`,
    json: { ...testCase, id: sampled.testCase },
  },
  {
    method: 'POST',
    path: `/api/projects/${project}/resources`,
    json: resourceRow(bytes, {
      id: sampled.resource,
      name: `${marker} file`,
      originalFilename: `${marker}.md`,
      description: `${marker} file`,
    }),
  },
];
