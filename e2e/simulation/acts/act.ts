import type { Ledger } from '../ledger.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import type { World } from '../world.ts';

/** Who does something, where, and who keeps account of it. */
export type Act = {
  device: SimulatedDevice;
  tab: number;
  random: SeededRandom;
  ledger: Ledger;
  log: string[];
  counts: World['counts'];
  broken: World['broken'];
};
