/** `model-usage-port.ts`. */
import { sql } from 'drizzle-orm';
import type { ModelUsage, ModelUsageStorage } from '../ports/models/model-usage-port.ts';
import { run, type SqlDatabase } from './work.ts';

export function createModelUsageStorage({ all, write }: SqlDatabase): ModelUsageStorage {
  return {
    async usageOn(userId, day) {
      const [found] = await all(
        sql<ModelUsage>`SELECT tokens, cost FROM model_usage WHERE user_id = ${userId} AND day = ${day}`,
      );
      return found ?? { tokens: 0, cost: 0 };
    },
    addUsage: (userId, day, { tokens, cost }) =>
      write(() =>
        run(sql`INSERT INTO model_usage AS had (user_id, day, tokens, cost)
          VALUES (${userId}, ${day}, ${tokens}, ${cost})
          ON CONFLICT (user_id, day) DO UPDATE SET
            tokens = had.tokens + excluded.tokens, cost = had.cost + excluded.cost`),
      ),
  };
}
