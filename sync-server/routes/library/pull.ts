/**
 * Answers programs that pull a prompt or its versions by names or ids. Mounted at `/api`.
 *
 * A parameter that is not known is refused: a misspelt `label` would otherwise answer the current text.
 */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import {
  FillRequest,
  LabelRequest,
  type PulledPrompt,
  type PullFormat,
  PullQuery,
} from '#shared/model/pull.ts';
import type { Pin } from '#shared/templates/snippet-syntax.ts';
import { onlyProjectOf } from '../../middleware/authorize-token.ts';
import { readJson } from '../../middleware/body/json-body.ts';
import { namesTag } from '../../middleware/names-tag.ts';
import { answerProblem, answerWithProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { KnownTags } from '../../services/reads/known-tags.ts';
import type { LabelMove, PromptVersions } from '../../services/reads/prompt-versions.ts';
import { asMessages, type PullPrompt } from '../../services/reads/pull-prompt.ts';
import { answerList } from '../answers/answer-list.ts';

export type PullRoutesDeps = { pullPrompt: PullPrompt; promptVersions: PromptVersions; knownTags: KnownTags };

const cacheControl = 'private, no-cache';

export function pullRoutes({ pullPrompt, promptVersions, knownTags }: PullRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/pull/:project/:prompt', async (c) => {
      const asked = askedBy(c);
      if (!asked.ok) return asked.answer;
      const userId = c.get('user').id;
      const request = JSON.stringify([asked.name, asked.format]);
      const named = c.req.header('If-None-Match');
      if (named !== undefined) {
        const tag = await knownTags.current(userId, request);
        if (tag !== undefined && namesTag(named, tag)) return unchanged(tag);
      }
      const pulled = await pullPrompt.pull(userId, asked.name);
      if (pulled.kind === 'refused') return answerWithProblem(pulled.problem);
      const { prompt, at } = pulled;
      const { body, type } = written(asked.format, { ...prompt, messages: () => asMessages(prompt.text) });
      const tag = `"${hash('sha256', body, 'base64url')}"`;
      knownTags.note(userId, request, { at, tag });
      if (namesTag(named, tag)) return unchanged(tag);
      return new Response(body, {
        headers: { 'Content-Type': type, ETag: tag, 'Cache-Control': cacheControl },
      });
    })
    .post('/pull/:project/:prompt', async (c) => {
      const asked = askedBy(c);
      if (!asked.ok) return asked.answer;
      const sent = await readJson(c, FillRequest);
      if (!sent.ok) return sent.answer;
      const filled = await pullPrompt.fill(c.get('user').id, asked.name, sent.content.values);
      if (filled.kind === 'refused') return answerWithProblem(filled.problem);
      const { prompt, text, messages } = filled;
      const { body, type } = written(asked.format, {
        ...prompt,
        ...{ text, hash: hash('sha256', text) },
        messages: () => messages,
      });
      return new Response(body, { headers: { 'Content-Type': type } });
    })
    .get('/pull/:project/:prompt/versions', async (c) => {
      const listed = await promptVersions.list(c.get('user').id, nameIn(c));
      return listed.kind === 'refused' ? answerWithProblem(listed.problem) : answerList(c, listed.versions);
    })
    .put('/pull/:project/:prompt/labels/:label', (c) => answerMove(c, promptVersions));
}

async function answerMove(
  c: Context<ServerContext>,
  { moveLabel }: Pick<PromptVersions, 'moveLabel'>,
): Promise<Response> {
  const condition = conditionOf(c);
  if (condition === 'unreadable') {
    const message = 'The number of a version in quotes, as an ETag has it.';
    return answerProblem('invalid_request', { errors: [{ path: 'If-Match', message }] });
  }
  const sent = await readJson(c, LabelRequest);
  if (!sent.ok) return sent.answer;
  const moved = await moveLabel(c.get('user').id, nameIn(c), {
    label: c.req.param('label') ?? '',
    ...sent.content,
    expected: condition,
    device: c.get('apiToken')?.name ?? '',
  });
  if (moved.kind === 'refused') return answerWithProblem(moved.problem);
  const { version } = moved.place;
  return Response.json(moved.place, version === null ? {} : { headers: { ETag: `"${version}"` } });
}

/** Of a request without parameters. */
const plain = PullQuery.parse({});

type Name = { project: string; prompt: string; onlyProject: number | null };
type Asked = { ok: true; name: Name & { pin: Pin }; format: PullFormat } | { ok: false; answer: Response };

/** Hono decodes each segment of the path by itself: a name may have slashes. */
function nameIn(c: Context<ServerContext>): Name {
  const onlyProject = onlyProjectOf(c);
  return { project: c.req.param('project') ?? '', prompt: c.req.param('prompt') ?? '', onlyProject };
}

function askedBy(c: Context<ServerContext>): Asked {
  if (!c.req.url.includes('?')) return { ok: true, name: { ...nameIn(c), pin: null }, format: plain.format };
  const given = Object.entries(c.req.queries());
  const repeated = given.filter(([, values]) => values.length > 1);
  const query = PullQuery.safeParse(Object.fromEntries(given.map(([name, [value]]) => [name, value])));
  if (!query.success || repeated.length > 0) {
    const errors = query.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [];
    for (const [path] of repeated) errors.push({ path, message: 'Once only.' });
    return { ok: false, answer: answerProblem('invalid_fields', { errors }) };
  }
  const { label, version, format } = query.data;
  return { ok: true, name: { ...nameIn(c), pin: pinOf({ label, version }) }, format };
}

function pinOf({ label, version }: Pick<PullQuery, 'label' | 'version'>): Pin {
  if (version !== undefined) return { kind: 'version', version };
  return label === undefined ? null : { kind: 'label', label };
}

type Written = PulledPrompt & { messages: () => unknown };

function written(format: PullFormat, { messages, ...prompt }: Written): { body: string; type: string } {
  if (format === 'text') return { body: prompt.text, type: 'text/plain; charset=utf-8' };
  const body = JSON.stringify(format === 'json' ? prompt : messages());
  return { body, type: 'application/json' };
}

function unchanged(tag: string): Response {
  return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': cacheControl } });
}

/** Reads which version the label has to be on: its tag is the number of that version. */
function conditionOf(c: Context<ServerContext>): LabelMove['expected'] | 'unreadable' {
  if (c.req.header('If-None-Match')?.trim() === '*') return 'unplaced';
  const condition = c.req.header('If-Match')?.trim();
  if (condition === undefined) return undefined;
  if (condition === '*') return 'placed';
  const digits = /^(?:W\/)?"([1-9]\d{0,8})"$/.exec(condition)?.[1];
  return digits === undefined ? 'unreadable' : Number(digits);
}
