import { sql } from 'drizzle-orm';
import type { Dialect } from '../../sql/library-reads.ts';

export const dialect: Dialect = {
  attributeOf: (attributes, name) => sql`${attributes} -> ${name}`,
  listedIds: (ids) => sql`(SELECT value AS id, key + 1 AS place FROM json_each(${JSON.stringify(ids)}))`,
};
