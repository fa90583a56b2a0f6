/**
 * A laptop that comes back to a bad network with a backlog of its own and of another device's, until all is
 * quiet, in virtual time.
 *
 * L1  Within the bound the outbox is empty but for what is refused and named, and the cursor is at the head,
 *     under the bad network itself.
 * L2  Nothing is refused but what the server, or a proxy, will not take.
 * L3  While the server asks for patience, nobody knocks.
 * L4  What others did is heard although nothing can be sent.
 */
import { readCursor } from '../../../web/data/database/library.ts';
import { loopState } from '../../../web/data/queries/queries.ts';
import { outboxItems } from '../../../web/data/review/outbox-acts.ts';
import { seededRandom } from '../seeded-random.ts';
import { type OldClient, presentClient } from './broken-liveness.ts';
import { type Conditions, drawConditions } from './conditions.ts';
import { createLivenessWorld, type LivenessWorld } from './liveness-world.ts';

export type SimulatedLiveness = {
  found: string[];
  conditions: Conditions;
  /** Virtual milliseconds until all was quiet. */
  took: number;
  boundMs: number;
  requests: number;
  /** Requests without an answer. */
  broken: number;
  rounds: number;
};

export async function simulateLiveness(
  seed: number,
  { set = {}, old = presentClient }: { set?: Partial<Conditions>; old?: OldClient } = {},
): Promise<SimulatedLiveness> {
  const random = seededRandom(seed);
  const conditions = { ...drawConditions(random), ...set };
  await using world = await createLivenessWorld(conditions, { random, old });
  const { time, laptop } = world;
  const found: string[] = [];
  const start = time.now();
  const boundMs = boundOf(world);
  laptop.start();
  if (conditions.pushOutageMs > 0) {
    time.at(start + conditions.pushOutageMs - 1, async () => {
      if (!(await isAtHead(world, world.headBefore)))
        found.push('L4: nothing was pulled while no push was taken');
    });
  }
  const isQuiet = await time.runUntil(() => isAllQuiet(world), start + boundMs);
  const took = time.now() - start;
  if (!isQuiet) found.push(`L1: not quiet after ${Math.round(boundMs / 1000)} s: ${await whatWaits(world)}`);
  found.push(...(await wrongRefusals(world)));
  found.push(...knocks(world, start));
  return {
    found,
    conditions,
    took,
    boundMs,
    requests: laptop.link.requests.length,
    broken: laptop.link.requests.filter(({ status }) => status === null).length,
    rounds: laptop.rounds(),
  };
}

/**
 * Five times what the link takes for everything once, and a quarter of an hour for pauses and for what was tried
 * in vain; after what the server asked for.
 */
function boundOf({ conditions, owedBytes }: LivenessWorld): number {
  const { bytesPerSecond, latencyMs, patienceMs, pushOutageMs, backlog, page } = conditions;
  const carried = (owedBytes / bytesPerSecond) * 1000;
  const pages = Math.ceil((backlog.created + backlog.deleted) / page);
  return 900_000 + patienceMs + pushOutageMs + 5 * (carried + pages * 2 * latencyMs);
}

async function isAllQuiet(world: LivenessWorld): Promise<boolean> {
  const items = await outboxItems(world.laptop.library);
  const waits = items.some(({ entry, held }) => entry.state !== 'refused' && !held);
  return !waits && (await isAtHead(world, world.head())) && !(await loopState(world.laptop.library)).working;
}

async function isAtHead({ laptop }: LivenessWorld, head: number): Promise<boolean> {
  return ((await readCursor(laptop.library))?.seq ?? -1) >= head;
}

async function whatWaits({ laptop, head }: LivenessWorld): Promise<string> {
  const items = await outboxItems(laptop.library);
  const states = Map.groupBy(items, ({ entry }) => entry.state);
  const counts = [...states].map(([state, entries]) => `${entries.length} ${state}`);
  const cursor = (await readCursor(laptop.library))?.seq ?? 'nowhere';
  return `${counts.join(', ') || 'nothing'} waits, the cursor is at ${cursor} of ${head()}`;
}

async function wrongRefusals({ laptop, conditions, isPoisoned }: LivenessWorld): Promise<string[]> {
  const items = await outboxItems(laptop.library);
  return items.flatMap(({ entry }) => {
    if (entry.state !== 'refused') return [];
    if (entry.problem === undefined) return [`L2: ${entry.name} is refused, and nothing says why`];
    if (conditions.poison !== null && isPoisoned(entry.target)) return [];
    return [`L2: ${entry.name} of ${entry.target} is refused: ${JSON.stringify(entry.problem)}`];
  });
}

/** L3: one request learns of the pause in each direction; what was under way may end. */
function knocks({ laptop, conditions }: LivenessWorld, start: number): string[] {
  const early = laptop.link.requests.filter(({ at }) => at < start + conditions.patienceMs);
  return conditions.patienceMs > 0 && early.length > 4
    ? [`L3: ${early.length} requests while the server asked for patience`]
    : [];
}
