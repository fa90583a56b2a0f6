import type { TestCase } from '#shared/model/checks/test-case.ts';
import { inOwnOrder } from './own-order.ts';

/** As rows are sorted by their place: `position` is absent where the case stands at its creation. */
export function placed(row: TestCase) {
  const { id, createdAt, position } = row;
  return { id, createdAt, position: position ?? undefined, row };
}

/** Returns the cases of a prompt in the person's own order. */
export function casesInOrder(rows: readonly TestCase[]): TestCase[] {
  return inOwnOrder(rows.map(placed)).map(({ row }) => row);
}
