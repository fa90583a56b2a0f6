/** Many files at once, whose bytes come slowly or never: what lies on the disk stays within the room of the account. */
import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { fileClient, multipart, resourceRow, sha256 } from '../../testing/upload-requests.ts';

const KB = 1024;
const quota = 100 * KB;
const size = 25 * KB;
const octets = { 'Content-Type': 'application/octet-stream' };
const day = 24 * 60 * 60 * 1000;

/** A body that brings these bytes and then nothing until it breaks off. */
function stalled(bytes: Uint8Array<ArrayBuffer>) {
  let broken = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      broken = () => controller.error(new Error('the sender is gone'));
    },
  });
  return { body, breakOff: () => broken() };
}

const contentOf = (index: number) => `${index} `.padEnd(size, 'words ');
const partOf = (index: number) => new TextEncoder().encode(contentOf(index).slice(0, size - KB));

async function scene() {
  const server = testApp({ variables: { MAX_STORAGE_PER_USER: '100KB', SESSION_DAYS: '365' } });
  const client = await fileClient(server);
  const userId = Number(Object((await client.json('GET', '/api/user')).body).id);
  const onDisk = async () =>
    (await server.outside.files.partials(userId)).reduce((sum, partial) => sum + partial.size, 0);
  const announce = (index: number) =>
    client.json('POST', '/api/projects/1/resources', resourceRow(contentOf(index), { id: 10 + index }));
  return { ...server, client, userId, onDisk, announce };
}

test('of 40 uploads at once those are read that have room, and the others are refused before their bytes', async () => {
  using server = await scene();
  const { client } = server;
  const bodies = Array.from({ length: 40 }, (_, index) => stalled(partOf(index)));
  for (const index of bodies.keys()) expect((await server.announce(index)).status).toBe(201);
  const statuses: number[] = [];
  const uploads = bodies.map(async ({ body }, index) => {
    const init = { body, headers: octets, duplex: 'half' };
    const answer = await client.call('PUT', `/api/files/${sha256(contentOf(index))}`, init);
    statuses.push(answer.status);
    return answer;
  });
  await expect.poll(() => statuses.length).toBe(36);
  expect(new Set(statuses)).toEqual(new Set([507]));
  await expect.poll(server.onDisk).toBe(4 * (size - KB));
  for (const { breakOff } of bodies) breakOff();
  const answers = await Promise.all(uploads);
  const refused = answers.filter(({ status }) => status === 507);
  expect(refused).toHaveLength(36);
  expect(await refused[0]?.text()).toContain('this file needs 25.0 KB, and 0 Bytes of 100.0 KB are left');
  expect(await server.onDisk()).toBeLessThanOrEqual(quota);

  // Counts the partial files of the four as taken, until their uploads continue or a week has passed.
  const another = contentOf(40);
  await server.announce(40);
  expect((await client.put(another)).status).toBe(507);
  // Which four of them had room is for the disk to say.
  const begun = contentOf(answers.findIndex(({ status }) => status !== 507));
  const rest = { of: sha256(begun), offset: size - KB };
  expect((await client.put(begun.slice(size - KB), rest)).status).toBe(200);
  server.clock.at = Date.now() + 8 * day;
  await server.services.clearBlobs.unfinished();
  expect((await client.put(another)).status).toBe(200);
});

test('forms at once are refused before their bytes where they have no room beside each other', async () => {
  using server = await scene();
  const { client } = server;
  const forms = Array.from({ length: 10 }, (_, index) => {
    const { body, headers } = multipart({ bytes: contentOf(index), fileName: `${index}.md` });
    return { ...stalled(body.slice(0, -KB)), headers: { ...headers, 'Content-Length': String(body.length) } };
  });
  const statuses: number[] = [];
  const sent = forms.map(async ({ body, headers }) => {
    const init = { body, headers, duplex: 'half' };
    const answer = await client.call('POST', '/api/projects/1/resources', init);
    statuses.push(answer.status);
  });
  await expect.poll(() => statuses.length).toBe(7);
  expect(new Set(statuses)).toEqual(new Set([507]));
  for (const { breakOff } of forms) breakOff();
  await Promise.all(sent);
  // Frees the room of the forms that broke off.
  expect((await client.upload(1, { bytes: contentOf(11) })).status).toBe(201);
  expect((await client.upload(1, { bytes: contentOf(12) })).status).toBe(201);
});
