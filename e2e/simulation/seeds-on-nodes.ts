import { afterAll } from 'vitest';
import { TestSchemas } from '../../sync-server/testing/test-postgres.ts';
import { testRun } from '../test-run.ts';
import { testSeeds } from './seed-tests.ts';
import { nodesOf } from './simulated-nodes.ts';

/** Of a run that is not full: a request costs some times as much as with SQLite. */
const mostSeeds = 50;

/** The seeds of this run once more, before two nodes of one PostgreSQL. */
export function testSeedsOnNodes(share: { part: number; parts: number }): void {
  const schemas = new TestSchemas();
  afterAll(() => schemas.close());
  const { isFull, simulationSeeds } = testRun;
  const seeds = isFull ? simulationSeeds : simulationSeeds.slice(0, mostSeeds);
  testSeeds({ ...share, seeds, openServer: nodesOf(schemas) });
}
