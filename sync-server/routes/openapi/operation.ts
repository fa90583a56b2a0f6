/**
 * The shape of an operation: what the document of the API has of a route beside its row in the table of routes. Who may
 * send it, the parameters of its path and the problems that follow from the row are not repeated here.
 */
import type { z } from 'zod';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { routeTable } from '../route-table.ts';

export type RouteName = keyof typeof routeTable;

/** In the order in which the document lists them. */
export const tags = {
  Library: 'Projects, prompts, versions and files.',
  Pull: 'Prompts for programs, by names or ids (docs/pull.md).',
  MCP: 'The Model Context Protocol over Streamable HTTP (docs/mcp.md): its messages are described by that protocol.',
  Sync: 'What the app itself uses to carry changes between devices (docs/sync.md).',
  Account: 'Signing in, and the account of the person signed in.',
  Links: 'Links by which anybody reads a prompt as a page (docs/links.md).',
  Webhooks: 'Addresses that get a message for each new version and each moved label.',
  Models: 'Models of the server, where its admin offers some (docs/models.md).',
  Administration: 'For admins of this server.',
  Server: 'For load balancers, monitors and generators of clients.',
} as const;

/** The headers that a request may have beside those that follow from its row. */
export type RequestHeader =
  | 'Idempotency-Key'
  | 'If-Match'
  | 'If-None-Match'
  | 'If-None-Match-Of-Label'
  | 'If-Range'
  | 'Range'
  | 'Upload-Offset'
  | 'X-HTTP-Method-Override'
  | 'X-Promptory-Client'
  | 'X-Promptory-Waited';

/** The headers of an answer beside those that every answer has. */
export type AnswerHeader =
  | 'Accept-Ranges'
  | 'Content-Disposition'
  | 'Content-Range'
  | 'ETag'
  | 'Set-Cookie'
  | 'Upload-Complete'
  | 'Upload-Length'
  | 'Upload-Offset'
  | 'WWW-Authenticate';

export type Answer = {
  description: string;
  /** Undefined: there is no body. Without a schema it is bytes, or text where the type is one of text. */
  content?: { type: string; schema?: z.ZodType };
  /** Types of text that it may have instead. */
  orText?: readonly string[];
  /** Those that are always there. */
  headers?: readonly AnswerHeader[];
  mayHave?: readonly AnswerHeader[];
};

export type Body = {
  schema: z.ZodType;
  type?: string;
  /** The fields of the schema that the path names, and that no body has. */
  fromPath?: readonly string[];
  /** The fields of the schema that the server fills in where a request leaves them out. */
  filledIn?: readonly string[];
  /** No body at all is read as one without fields. */
  mayBeLeftOut?: true;
};

export type Status = 200 | 201 | 202 | 204 | 206 | 304 | 400 | 401 | 403 | 404 | 406 | 416 | 503;

export type Operation = {
  /** Its name for generators of clients, unique. */
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The parameters of the path that their owner rule does not describe. */
  path?: Readonly<Record<string, z.ZodType>>;
  query?: Readonly<Record<string, z.ZodType>>;
  headers?: readonly RequestHeader[];
  bodies?: readonly Body[];
  /** The answers that are no problem. */
  answers: Readonly<Partial<Record<Status, Answer>>>;
  /** The problems beside those that follow from the row. */
  problems?: readonly ProblemCode[];
};

/** A part of the operations; a name that the table of routes does not have does not compile. */
export type Operations = Readonly<Partial<Record<RouteName, Operation>>>;

/** A body of JSON, and those of its headers that are always there. */
export function json(schema: z.ZodType, headers: readonly AnswerHeader[] = []): Answer {
  return { description: 'Done.', content: { type: 'application/json', schema }, headers };
}

type Mutation = {
  name: string;
  args: z.ZodType;
  effect?: 'create' | 'delete';
  route: { pattern: string };
};

/** The problems of every change of a library. */
const ofChanges = [
  'invalid_request',
  'invalid_fields',
  'account_full',
  'key_reused',
  'key_acknowledged',
] as const satisfies readonly ProblemCode[];

/** A change of a library: its body is the arguments of the mutation, and its answer the row that it left. */
export function change(
  { name, args, effect }: Mutation,
  about: Pick<Operation, 'summary' | 'description' | 'problems'> &
    Pick<Body, 'fromPath' | 'filledIn'> & { answer: z.ZodType },
): Operation {
  const { answer, fromPath, filledIn, problems = [], ...rest } = about;
  const creates = effect === 'create';
  const row: Answer = { ...json(answer), mayHave: ['ETag'] };
  return {
    ...rest,
    id: name,
    tag: 'Library',
    headers: ['Idempotency-Key', 'If-Match'],
    bodies: [
      { schema: args, mayBeLeftOut: true, ...(fromPath && { fromPath }), ...(filledIn && { filledIn }) },
    ],
    answers: creates
      ? { 201: { ...row, description: 'Created.' }, 200: { ...row, description: 'It was there.' } }
      : { 200: row },
    problems: [
      ...ofChanges,
      ...(creates ? (['id_taken', 'not_found'] as const) : (['changed_since'] as const)),
      ...problems,
    ],
  };
}
