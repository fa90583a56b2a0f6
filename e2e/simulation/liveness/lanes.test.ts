/** One thing that fails for ever stops nothing beside it, in any lane, and is named. */
import { describe, expect, test } from 'vitest';
import { isStalled } from '#shared/sync/status.ts';
import { readOutbox } from '../../../web/data/outbox/outbox-store.ts';
import { setKeepOffline } from '../../../web/data/resources/blob-storage.ts';
import { sha256Of } from '../../../web/data/resources/sha256.ts';
import { openUploads } from '../../../web/data/resources/uploads.ts';
import {
  addFiles,
  addPrompts,
  createLanesWorld,
  failures,
  type LanesWorld,
  places,
  projectId,
  things,
} from './lanes-world.ts';

/** Five requests that nobody answers, each given up after one or two minutes, and a pause. */
const boundMs = 15 * 60_000;

const table = Object.keys(failures).flatMap((failure) =>
  Object.keys(places).map((place) => [failure, place] as const),
);
const failureOf = (name: string) => failures[name] ?? (() => 'reset' as const);
const thingAt = (place: string) => places[place === 'first' || place === 'middle' ? place : 'last'];

async function ends({ time, laptop }: LanesWorld, isDone: () => Promise<boolean>): Promise<boolean> {
  laptop.start();
  return time.runUntil(isDone, time.now() + boundMs);
}

describe('pushes', () => {
  test.each(table)('%s to the %s of nine prompts', async (failure, place) => {
    const bad = thingAt(place);
    await using world = await createLanesWorld(failureOf(failure), ({ path }, text) => {
      return path === '/api/sync/push' && text.includes(`thing ${bad}.`);
    });
    const { library } = world.laptop;
    await addPrompts(library);
    const left = async () => (await readOutbox(library)).map(({ target }) => target);
    const isNamed = async () =>
      (await readOutbox(library)).every(({ trouble, problem }) => (trouble ?? problem) !== undefined);
    expect(await ends(world, async () => (await left()).length === 1 && (await isNamed()))).toBe(true);
    expect(await left()).toEqual([`prompt:${bad + 1}`]);
  });
});

describe('uploads', () => {
  test.each(table)('%s to the %s of nine files', async (failure, place) => {
    const bad = thingAt(place);
    const sha256 = await sha256Of(new TextEncoder().encode('x'.repeat(bad + 1)).buffer);
    await using world = await createLanesWorld(failureOf(failure), ({ path }) => path.includes(sha256));
    const { library } = world.laptop;
    await addFiles(library);
    const left = () => openUploads(library);
    const isNamed = async () =>
      (await left()).every(({ upload }) => upload.state === 'refused' || isStalled(upload.stall));
    expect(await ends(world, async () => (await left()).length === 1 && (await isNamed()))).toBe(true);
    expect((await left()).map(({ name }) => name)).toEqual([`thing ${bad}.txt`]);
  });
});

describe('downloads', () => {
  test.each(table)('%s to the %s of nine files', async (failure, place) => {
    const ids: number[] = [];
    const isBad = (path: string) => path === `/api/resources/${ids[thingAt(place)]}/download`;
    await using world = await createLanesWorld(failureOf(failure), ({ path }) => isBad(path));
    const { library } = world.laptop;
    ids.push(...(await addFiles(world.tablet.library)));
    await world.tablet.sync();
    await setKeepOffline(library, projectId, true);
    expect(await ends(world, async () => (await library.db.files.count()) === things.length - 1)).toBe(true);
  });
});
