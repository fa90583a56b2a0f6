/** Reads the test cases of a prompt for the screens. */
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { inOwnOrder } from '#shared/text/own-order.ts';
import type { Library } from '../database/library.ts';

/** Returns all test cases of a prompt in the person's own order. */
export async function testCasesOf({ db }: Library, promptId: number): Promise<TestCase[]> {
  const found = await db.testCasesOf(promptId).toArray();
  return inOwnOrder(found.map(({ row }) => placed(row))).map(({ row }) => row);
}

/** As rows are sorted by their place: `position` is absent where the case stands at its creation. */
export function placed(row: TestCase) {
  const { id, createdAt, position } = row;
  return { id, createdAt, position: position ?? undefined, row };
}
