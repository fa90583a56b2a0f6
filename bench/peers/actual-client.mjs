/**
 * Pushes COUNT prompts with a text of 1 KB to a fresh Actual sync server at ORIGIN, 500 a request, and pulls them all
 * as a new device does. Prints { pushMs, pullMs }. Its unit is the cell of a table: a prompt is three messages. What was
 * pulled counts as pulled when each cell can be read, as Actual's own client reads them before it applies any.
 */
import {
  create,
  fromBinary,
  MessageEnvelopeSchema,
  MessageSchema,
  SyncRequestSchema,
  SyncResponseSchema,
  Timestamp,
  toBinary,
} from '@actual-app/crdt';

const [origin, countText] = process.argv.slice(2);
const count = Number(countText);
const batch = 1500;
const first = new Timestamp(0, 0, '0000000000000000').toString();

const post = async (path, headers, body) => {
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
};
const json = { 'Content-Type': 'application/json' };
const signedUp = await post('/account/bootstrap', json, JSON.stringify({ password: 'long enough' }));
const token = (await signedUp.json()).data.token;
const fileId = crypto.randomUUID();
const uploaded = await post(
  '/sync/upload-user-file',
  {
    'Content-Type': 'application/encrypted-file',
    'x-actual-token': token,
    'x-actual-name': 'Bench',
    'x-actual-file-id': fileId,
    'x-actual-format': '2',
  },
  new Uint8Array(16),
);
const { groupId } = await uploaded.json();

async function sync(messages, since) {
  const body = toBinary(SyncRequestSchema, create(SyncRequestSchema, { messages, fileId, groupId, since }));
  const answer = await post(
    '/sync/sync',
    { 'Content-Type': 'application/actual-sync', 'x-actual-token': token },
    body,
  );
  return fromBinary(SyncResponseSchema, new Uint8Array(await answer.arrayBuffer())).messages;
}

function messagesOf(index) {
  const cells = { title: `Prompt ${index}`, projectId: '1', content: textOf(index) };
  return Object.entries(cells).map(([column, value], counter) => {
    const cell = create(MessageSchema, { dataset: 'prompts', row: String(index), column, value });
    const timestamp = new Timestamp(1_700_000_000_000 + index, counter, 'aaaaaaaaaaaaaaaa').toString();
    return create(MessageEnvelopeSchema, {
      timestamp,
      isEncrypted: false,
      content: toBinary(MessageSchema, cell),
    });
  });
}

function textOf(index) {
  let text = `${index} `;
  for (let at = index; text.length < 1024; at += 1)
    text += `${((at * 2_654_435_761) % 99_991).toString(36)} `;
  return text.slice(0, 1024);
}

const messages = Array.from({ length: count }, (_, index) => messagesOf(index)).flat();
const pushing = performance.now();
for (let at = 0; at < messages.length; at += batch) {
  await sync(messages.slice(at, at + batch), messages[at + batch - 1]?.timestamp ?? first);
}
const pushMs = performance.now() - pushing;
const pulling = performance.now();
const pulled = (await sync([], first)).map(({ timestamp, content }) => ({
  timestamp,
  ...fromBinary(MessageSchema, content),
}));
const pullMs = performance.now() - pulling;
if (pulled.filter(({ value }) => value !== '').length !== messages.length)
  throw new Error(`Pulled ${pulled.length} of ${messages.length}.`);
console.log(JSON.stringify({ pushMs, pullMs }));
