import { z } from 'zod';
import { limits } from './limits.ts';

/**
 * Defines where a row stands in a person's own order: rows are sorted by it, character by character (`own-order.ts`).
 * It does not end with '0', so that there is room before it.
 */
export const Position = z
  .string()
  .max(limits.positionLength)
  .regex(/^[0-9A-Za-z]*[1-9A-Za-z]$/);
