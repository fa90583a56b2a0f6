import { afterAll } from 'vitest';
import { TestSchemas } from '../../sync-server/testing/postgres/test-postgres.ts';
import { testRun } from '../test-run.ts';
import { testSeeds } from './seed-tests.ts';
import { nodesOf } from './simulated-nodes.ts';

const schemas = new TestSchemas();
afterAll(() => schemas.close());

// A request costs some times as much as with SQLite: more seeds are in the long run.
testSeeds({ seeds: testRun.simulationSeeds.slice(0, 2), replays: true, openServer: nodesOf(schemas) });
