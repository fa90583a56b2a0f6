/**
 * One run of the monkey: two browsers of one account, a program with a token of the same account, a network that comes
 * and goes. Afterwards: no screen stopped, no error stayed uncaught, nothing blocked a page for a second, and the three
 * replicas (both browsers and the server) are equal, without a row whose parent is gone.
 * The seed decides the acts and not the time they take, so a replay presses the same things in the same order as long
 * as the screens answer alike.
 */
import type { Browser } from '@playwright/test';
import { type SeededRandom, seededRandom } from '../simulation/seeded-random.ts';
import { type Device, openDevice } from '../stage/device.ts';
import { startRealServer } from '../stage/real-server.ts';
import { ada, registerByRequest, signIn, workspaceIsOpen } from '../stage/workspace.ts';
import { type Act, acts, type Monkey } from './acts.ts';
import { furnishForMonkey } from './library.ts';
import { comeToRest, compareReplicas } from './replicas.ts';
import { watchPage } from './watch-page.ts';

type Run = { readonly browser: Browser; readonly seed: number; readonly acts: number };

export type Outcome = { readonly findings: readonly string[]; readonly counts: Record<string, number> };

const windows = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 820, height: 1100 }, hasTouch: true },
];

export async function runSeed({ browser, seed, acts: wanted }: Run): Promise<Outcome> {
  const random = seededRandom(seed);
  const findings: string[] = [];
  const counts: Record<string, number> = {};
  await using server = await startRealServer();
  const devices: Device[] = [];
  for (const options of windows) {
    devices.push(await openDevice(browser, { baseURL: server.origin, reducedMotion: 'reduce', ...options }));
  }
  const [first] = devices;
  if (first === undefined) throw new Error('There is no device.');
  await registerByRequest(first.page, ada);
  const program = await furnishForMonkey(first.page.request);
  const monkeys: Monkey[] = [];
  for (const [index, device] of devices.entries()) {
    const watch = await watchPage(device, `device ${index + 1}`);
    await signIn(device.page, ada);
    await device.appIsKept();
    monkeys.push({ device, watch, random, program, isOffline: false });
  }

  const history: string[] = [];
  for (let act = 0; act < wanted && findings.length === 0; act += 1) {
    const which = random.below(monkeys.length);
    const monkey = monkeys[which];
    if (monkey === undefined) break;
    const chosen = chooseAct(random);
    counts[chosen.name] = (counts[chosen.name] ?? 0) + 1;
    const outcome = await chosen.perform(monkey);
    history.push(`${act}: device ${which + 1}: ${chosen.name} ${outcome}`);
    for (const { watch } of monkeys) findings.push(...(await watch.findings()));
  }
  if (findings.length === 0) {
    for (const { device } of monkeys) {
      await device.restoreNetwork();
      await device.page.reload();
      await workspaceIsOpen(device.page);
    }
    findings.push(...(await comeToRest(monkeys)));
    findings.push(...(await compareReplicas(monkeys)));
    for (const { watch } of monkeys) findings.push(...(await watch.findings()));
  }
  findings.push(
    ...server
      .complaints()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line)),
  );
  for (const { context } of devices) await context.close();
  return {
    findings: findings.length === 0 ? [] : [...findings, `last acts:\n${history.slice(-25).join('\n')}`],
    counts,
  };
}

function chooseAct(random: SeededRandom): Act {
  const total = acts.reduce((sum, { weight }) => sum + weight, 0);
  let at = random.next() * total;
  for (const act of acts) {
    at -= act.weight;
    if (at < 0) return act;
  }
  throw new Error('There are no acts.');
}
