/**
 * Stands in for `zod` in everything that is built for the browser (`vite.config.ts`): pages and workers.
 *
 * zod probes for `eval` while the first schema is built, which the content policy forbids and reports. Each
 * importer of zod imports this file instead, so the setting is made before any schema, whatever the bundler
 * makes of the order of chunks. The server has no such policy and keeps the faster compiled parsers.
 */
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
