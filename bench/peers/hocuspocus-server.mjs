/**
 * Serves Hocuspocus with its SQLite extension. Each time that a document has been stored, its clients are sent
 * { prompts, storeMs }: how many prompts the database holds now, and what storing them took. Arguments: PORT FILE.
 */
import { SQLite } from '@hocuspocus/extension-sqlite';
import { Server } from '@hocuspocus/server';

const [port, database] = process.argv.slice(2);
let began = 0;
const beforeStoring = {
  priority: 1000,
  onStoreDocument: async () => {
    began = performance.now();
  },
};
const afterStoring = {
  afterStoreDocument: async ({ document }) => {
    const storeMs = performance.now() - began;
    document.broadcastStateless(JSON.stringify({ prompts: document.getMap('prompts').size, storeMs }));
  },
};
const server = new Server({
  port: Number(port),
  address: '127.0.0.1',
  quiet: true,
  debounce: 200,
  extensions: [beforeStoring, new SQLite({ database }), afterStoring],
});
await server.listen();
console.log('ready');
