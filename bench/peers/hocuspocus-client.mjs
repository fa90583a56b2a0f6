/**
 * Writes COUNT prompts (title, project, a mergeable text of 1 KB) into one document at URL, 500 a transaction, until the server has acknowledged them
 * all; then reads them with a second, empty client. Prints { pushMs, storeMs, pullMs }: it acknowledges before it
 * stores, so that a durable push takes both.
 */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import * as Y from 'yjs';

const [url, countText] = process.argv.slice(2);
const count = Number(countText);

function connect(document) {
  const websocketProvider = new HocuspocusProviderWebsocket({ url });
  const provider = new HocuspocusProvider({ websocketProvider, name: 'bench', document });
  provider.attach();
  return provider;
}

const until = (provider, event, isThere) =>
  new Promise((resolve) => {
    const look = () => {
      if (isThere()) resolve();
    };
    provider.on(event, look);
    look();
  });

function textOf(index) {
  let text = `${index} `;
  for (let at = index; text.length < 1024; at += 1)
    text += `${((at * 2_654_435_761) % 99_991).toString(36)} `;
  return text.slice(0, 1024);
}

function promptOf(index, text) {
  return new Y.Map([
    ['title', `Prompt ${index}`],
    ['projectId', 1],
    ['content', new Y.Text(text)],
  ]);
}

const document = new Y.Doc();
const provider = connect(document);
await until(provider, 'synced', () => provider.isSynced);
const texts = Array.from({ length: count }, (_, index) => textOf(index));
const prompts = document.getMap('prompts');
let stored = { prompts: 0, storeMs: 0 };
provider.on('stateless', ({ payload }) => {
  stored = JSON.parse(payload);
});
const pushing = performance.now();
for (let at = 0; at < count; at += 500) {
  document.transact(() => {
    for (let index = at; index < Math.min(count, at + 500); index += 1)
      prompts.set(String(index), promptOf(index, texts[index]));
  });
  await until(provider, 'unsyncedChanges', () => !provider.hasUnsyncedChanges);
}
const pushMs = performance.now() - pushing;
await until(provider, 'stateless', () => stored.prompts === count);

const fresh = new Y.Doc();
const pulling = performance.now();
const reader = connect(fresh);
await until(reader, 'synced', () => reader.isSynced);
const pullMs = performance.now() - pulling;
if (fresh.getMap('prompts').size !== count)
  throw new Error(`Pulled ${fresh.getMap('prompts').size} of ${count}.`);
console.log(JSON.stringify({ pushMs, storeMs: stored.storeMs, pullMs }));
process.exit(0);
