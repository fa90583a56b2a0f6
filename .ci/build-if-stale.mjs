import { ensureBuilt } from './web-build.mjs';

await ensureBuilt();
