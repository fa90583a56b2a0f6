/**
 * The operations of the document of the API: one for each row of the table of routes. A row without one does not
 * compile, nor does one without a row.
 */
import { accountOperations } from './account-operations.ts';
import { libraryOperations } from './library-operations.ts';
import { linkOperations } from './link-operations.ts';
import { mcpOperations } from './mcp-operations.ts';
import { modelOperations } from './model-operations.ts';
import type { Operation, RouteName } from './operation.ts';
import { pullOperations } from './pull-operations.ts';
import { serverOperations } from './server-operations.ts';
import { syncOperations } from './sync-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

export const operations: Readonly<Record<RouteName, Operation>> = {
  ...libraryOperations,
  ...pullOperations,
  ...mcpOperations,
  ...syncOperations,
  ...accountOperations,
  ...linkOperations,
  ...webhookOperations,
  ...modelOperations,
  ...serverOperations,
};
