#!/usr/bin/env node
/** The command `promptory` where the package is linked: it runs on any Node, and brings the one that the tool needs. */
process.env.INIT_CWD = process.cwd();
process.argv.splice(2, 0, 'promptory');
await import('./bootstrap.mjs');
