import { z } from 'zod';

/** The closed list of what can be wrong with a request; the HTTP status of each is fixed. */
export const problemStatus = {
  invalid_request: 400,
  invalid_fields: 400,
  signed_out: 401,
  wrong_credentials: 401,
  /** RFC 6750, of an API token: there is none, it was revoked, or it has expired. */
  invalid_token: 401,
  /** RFC 6750: the API token does not open this. */
  insufficient_scope: 403,
  forbidden_origin: 403,
  registration_closed: 403,
  wrong_code: 403,
  wrong_password: 403,
  invitation_ended: 403,
  admins_only: 403,
  /** The admin allows no links to read. */
  links_off: 403,
  only_admin: 409,
  not_found: 404,
  method_not_allowed: 405,
  username_taken: 409,
  id_taken: 409,
  version_not_found: 404,
  ambiguous_name: 409,
  bytes_missing: 404,
  last_version: 409,
  /** A label that asks for proof was moved to a version without a sufficient one. */
  proof_missing: 409,
  offset_differs: 409,
  key_acknowledged: 409,
  base_text_missing: 409,
  cursor_reset: 410,
  changed_since: 412,
  too_large: 413,
  proxy_too_large: 413,
  file_too_large: 413,
  account_full: 413,
  unsupported_media_type: 415,
  invalid_file_type: 415,
  range_not_there: 416,
  bytes_differ: 422,
  values_missing: 422,
  /** A text that would be shown holds what looks like a key or password; `secrets` says where. */
  secrets_found: 422,
  key_reused: 422,
  update_needed: 426,
  too_many_requests: 429,
  internal: 500,
  server_failed: 500,
  /** The endpoint of a model answered with an error, which `detail` has. */
  model_refused: 502,
  model_unreachable: 502,
  busy: 503,
  server_full: 507,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problemStatus;
const codes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]];
export const ProblemCode = z.enum(codes);

export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** An `application/problem+json` body (RFC 9457). */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: ProblemCode,
  detail: z.string().optional(),
  errors: z.array(FieldError).optional(),
});
export type Problem = z.infer<typeof Problem>;
