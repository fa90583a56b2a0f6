import { afterAll } from 'vitest';
import { TestSchemas } from '../../sync-server/testing/postgres/test-postgres.ts';
import { testRun } from '../test-run.ts';
import { seedsThatSeeEverything, testSeeds } from './seed-tests.ts';
import { nodesOf } from './simulated-nodes.ts';

const { isFull, simulationSeeds } = testRun;
/** Of the short run. */
const first = 2;
const schemas = new TestSchemas();
afterAll(() => schemas.close());

// Seeds of this run once more, before two nodes of one PostgreSQL. A request costs some times as much as with SQLite:
// outside of a full run only as many as see every kind of event, without the first, which the short run has.
testSeeds({
  seeds: simulationSeeds.slice(first, isFull ? undefined : first + seedsThatSeeEverything),
  openServer: nodesOf(schemas),
});
