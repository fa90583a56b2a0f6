import { afterAll } from 'vitest';
import { TestSchemas } from '../../sync-server/testing/postgres/test-postgres.ts';
import { testRun } from '../test-run.ts';
import { seedsThatSeeEverything, testSeeds } from './seed-tests.ts';
import { nodesOf } from './simulated-nodes.ts';

const { isFull, simulationSeeds } = testRun;
const schemas = new TestSchemas();
afterAll(() => schemas.close());

// Seeds of this run once more, before two nodes of one PostgreSQL. A request costs some times as much as with SQLite:
// outside of a full run only as many as see every kind of event, those that once failed first.
testSeeds({
  part: 1,
  parts: 1,
  seeds: isFull ? simulationSeeds : simulationSeeds.slice(0, seedsThatSeeEverything),
  openServer: nodesOf(schemas),
});
