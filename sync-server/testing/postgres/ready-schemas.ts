/** Schemas for apps that are made without waiting. Files that share a worker share them. */
import { type TestSchema, TestSchemas } from './test-postgres.ts';

/** As many as a test has apps. */
const most = 4;

const schemas = new TestSchemas();
const ready: TestSchema[] = [];

/** To be awaited before each test. */
export async function provideSchemas(): Promise<void> {
  while (ready.length < most) ready.push(await schemas.take());
}

export function takeSchema(): TestSchema {
  const schema = ready.pop();
  if (schema === undefined) throw new Error(`a test has more than ${most} apps`);
  return schema;
}
