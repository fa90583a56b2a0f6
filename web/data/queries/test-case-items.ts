/** Reads the test cases of a prompt for the screens. */

import type { TestCase } from '#shared/model/checks/test-case.ts';
import { casesInOrder } from '#shared/text/order/cases-in-order.ts';
import type { Library } from '../database/library.ts';

/** Returns all test cases of a prompt in the person's own order. */
export async function testCasesOf({ db }: Library, promptId: number): Promise<TestCase[]> {
  const found = await db.testCasesOf(promptId).toArray();
  return casesInOrder(found.map(({ row }) => row));
}
