import { Id } from '#shared/model/ids.ts';
import type { IdFormat } from './kind.ts';

/** The id of every kind whose rows are created by people: 52 random bits. */
export const numbered: IdFormat<Id> = {
  schema: Id,
  fromKey(text) {
    const id = Number(text);
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  },
};
