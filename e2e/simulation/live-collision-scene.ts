/**
 * Two devices of one person type at the same place of one line for seven seconds, against the real server: what a
 * merge cannot take over is one version, and nothing that either of them ends with is out of sight.
 */
// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect } from 'vitest';
import { conflictOrigin } from '#shared/text/conflict-description.ts';
import { registered, testApp } from '../../sync-server/testing/test-app.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { openTab, promptId, rowText } from '../../web/features/editor/binding/editor-scene.ts';
import { type Device, deviceOf } from './restored-scene.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const opened = 'To whom it may concern: ';

type Writer = { device: Device; tab: ReturnType<typeof openTab>; mark: 'l' | 'p'; written: string[] };

/** A server, and a laptop and a phone that have the same prompt open. */
async function scene() {
  const world = { server: testApp() };
  const cookie = await registered(world.server.app, 'ada');
  const writerOf = async (mark: Writer['mark']) => ({ device: await deviceOf(world, cookie), mark });
  const found = [await writerOf('l'), await writerOf('p')];
  const [first] = found;
  if (first === undefined) throw new Error('there is no device');
  await commit(first.device.library, 'createProject', { id: 1, name: 'Letters', color: 'red' });
  const prompt = { id: promptId, title: 'Answer', content: opened, projectId: 1 };
  await commit(first.device.library, 'createPrompt', prompt);
  for (const { device } of found) await device.round();
  const writers = found.map(({ device, mark }): Writer => {
    return { device, mark, tab: openTab(device.library, opened), written: [] };
  });
  return {
    writers,
    async [Symbol.asyncDispose]() {
      for (const { device, tab } of writers) {
        await tab.binding.close();
        device.library.db.close();
      }
      world.server[Symbol.dispose]();
    },
  };
}

/** One more word after the last one that this person has typed. */
function typeWord({ tab, mark, written }: Writer): void {
  const text = tab.editor.text();
  const last = written.at(-1);
  const at = last === undefined ? opened.length : text.indexOf(`${last} `) + last.length + 1;
  const next = `${mark}${written.length + 1}`;
  written.push(next);
  tab.type(`${text.slice(0, at)}${next} ${text.slice(at)}`);
}

const roundsIn7s = 14;

async function typeAtOnce(writers: readonly Writer[], random: SeededRandom): Promise<void> {
  for (let round = 0; round < roundsIn7s; round += 1) {
    const running: Promise<unknown>[] = [];
    for (let step = 0; step < 6; step += 1) {
      const writer = writers[step % writers.length];
      if (writer === undefined) continue;
      typeWord(writer);
      if (random.chance(0.5)) running.push(writer.tab.binding.flush());
      if (random.chance(0.4)) await Promise.all(running.splice(0));
      if (random.chance(0.6)) running.push(writer.device.round());
    }
    await Promise.all(running);
  }
}

/** Syncs until everything is sent and every device has pulled it. */
async function settle(writers: readonly Writer[]): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    for (const { device, tab } of writers) {
      await tab.binding.flush();
      await device.round();
    }
  }
}

async function conflictsOf({ device }: Writer) {
  const versions = (await device.library.db.versions.toArray()).map(({ row }) => row);
  return versions.filter(({ conflict }) => conflict === 'unreviewed');
}

/** Lets two devices type in one line for 7 s: they make one conflict version, and every word is readable. */
export async function typeInOneLine(seed: number): Promise<void> {
  await using playing = await scene();
  const { writers } = playing;
  await typeAtOnce(writers, seededRandom(seed));
  await settle(writers);
  const [laptop, phone] = writers;
  if (laptop === undefined || phone === undefined) throw new Error('there are no devices');
  const conflicts = await conflictsOf(laptop);
  expect(await conflictsOf(phone)).toEqual(conflicts);
  expect(await rowText(phone.device.library)).toBe(await rowText(laptop.device.library));
  expect(conflicts).toHaveLength(1);
  // The device of both, by the name under which it syncs: there is no other tab.
  expect(conflicts.map(({ description }) => conflictOrigin(description))).toEqual(['laptop']);
  const readable = [await rowText(laptop.device.library), ...conflicts.map(({ content }) => content)].join();
  const missing = writers.flatMap(({ written }) => written.filter((word) => !readable.includes(`${word} `)));
  expect(missing).toEqual([]);
}
