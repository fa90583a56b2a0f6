/** The headers of requests and answers that the document describes, each meaning once. */
import { protocolHeader, protocolVersion } from '#shared/sync/wire.ts';
import type { JsonSchema } from './json-schemas.ts';
import type { AnswerHeader, RequestHeader } from './operation.ts';

export type HeaderObject = { description: string; required?: true; schema: JsonSchema };

const text: JsonSchema = { type: 'string' };
const rev: JsonSchema = { type: 'string', pattern: '^"(0|[1-9]\\d{0,15})"$' };
const bytes: JsonSchema = { type: 'integer', minimum: 0 };

function there(description: string, schema: JsonSchema = text): HeaderObject {
  return { description, required: true, schema };
}

/** Of every answer, whoever gives it. */
export const everyAnswer = [protocolHeader, 'X-Request-Id'] as const;

/** Of refusals alone. */
export type RefusalHeader = 'Allow' | 'Retry-After';

export const answerHeaders: Readonly<
  Record<AnswerHeader | RefusalHeader | (typeof everyAnswer)[number], HeaderObject>
> = {
  [protocolHeader]: there(
    `The version of the protocol, ${protocolVersion}. An answer without it is of another server.`,
    {
      type: 'integer',
    },
  ),
  'X-Request-Id': there('Names the request in the log of the server.'),
  'Accept-Ranges': there('Parts of the file can be asked for.', { const: 'bytes' }),
  Allow: there('The methods that the path has.'),
  'Content-Disposition': there('The name of the file.'),
  'Content-Range': there('Which part of the file it is.'),
  ETag: there(
    'The revision of the row in quotes, for If-Match; of a file or a page, its hash, for If-None-Match.',
  ),
  'Retry-After': there('Seconds after which the request may be sent again.', bytes),
  'Set-Cookie': there('The session, or its end.'),
  'Upload-Complete': there('Whether all bytes are there.', { enum: ['?0', '?1'] }),
  'Upload-Length': there('How many bytes the file has.', bytes),
  'Upload-Offset': there('How many bytes are there.', bytes),
  'WWW-Authenticate': there('How to sign in.'),
};

export type HeaderParameter = {
  name: string;
  in: 'header';
  description: string;
  required?: true;
  schema: JsonSchema;
};

function sent(name: string, description: string, schema: JsonSchema = text): HeaderParameter {
  return { name, in: 'header', description, schema };
}

export const requestHeaders: Readonly<Record<RequestHeader | 'X-Promptory-User', HeaderParameter>> = {
  'Idempotency-Key': sent(
    'Idempotency-Key',
    '`client:number`: the change is made once under it, however often it is sent; the stored answer is repeated.',
    { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}:[1-9]\\d{0,15}$' },
  ),
  'If-Match': sent(
    'If-Match',
    'The ETag of the row that the change was made upon: 412 where it has another by now.',
    {
      anyOf: [rev, { const: '*' }],
    },
  ),
  'If-None-Match': sent('If-None-Match', 'ETags that the client has: 304 where it is one of them.'),
  'If-None-Match-Of-Label': sent(
    'If-None-Match',
    'The label is moved only where it is on no version: 412 otherwise.',
    {
      const: '*',
    },
  ),
  'If-Range': sent('If-Range', 'The part is answered only of the file with this ETag.'),
  Range: sent('Range', 'One range of bytes, like `bytes=0-1023`.'),
  'Upload-Offset': sent('Upload-Offset', 'Where the piece begins; 0 where it is not sent.', {
    ...bytes,
    maximum: 10 ** 15 - 1,
  }),
  'X-HTTP-Method-Override': {
    ...sent('X-HTTP-Method-Override', 'The method that is meant.', { const: 'DELETE' }),
    required: true,
  },
  'X-Promptory-Client': sent('X-Promptory-Client', 'The client whose own texts may be left out of the page.'),
  'X-Promptory-User': sent(
    'X-Promptory-User',
    'The id of the account that is meant: 401 where another one is signed in.',
    {
      type: 'integer',
    },
  ),
  'X-Promptory-Waited': sent('X-Promptory-Waited', 'For how many seconds the oldest change has waited.'),
};
