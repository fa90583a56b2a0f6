/**
 * Refuses params that are not of the protocol, before the SDK reads them: it would answer with the issues of its schema as
 * JSON, for most methods as an error of this server.
 */
import { ProtocolErrorCode, specTypeSchemas } from '@modelcontextprotocol/server';
import { z } from 'zod';

const schemas = {
  'prompts/list': specTypeSchemas.PaginatedRequestParams,
  'prompts/get': specTypeSchemas.GetPromptRequestParams,
  'completion/complete': specTypeSchemas.CompleteRequestParams,
  'resources/list': specTypeSchemas.PaginatedRequestParams,
  'resources/read': specTypeSchemas.ReadResourceRequestParams,
  'tools/call': specTypeSchemas.CallToolRequestParams,
};

const Asked = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.enum([
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'resources/list',
    'resources/read',
    'tools/call',
  ]),
  params: z.looseObject({}).default({}),
});

/** Returns the answer to a message whose params are wrong; undefined: it is for the SDK. */
export function wrongParams(body: unknown): object | undefined {
  const asked = Asked.safeParse(body);
  if (!asked.success) return undefined;
  const { id, method, params } = asked.data;
  const { issues = [] } = schemas[method]['~standard'].validate(params);
  if (issues.length === 0) return undefined;
  const wrong = issues.map(({ path = [], message }) => `${path.map(String).join('.')}: ${message}`);
  const message = `The params of ${method} are not what the protocol says. ${wrong.join(' ')}`;
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}
