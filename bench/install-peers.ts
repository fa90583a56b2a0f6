import { fileURLToPath } from 'node:url';
import { installPeers as install } from '../e2e/peers/install-peers.ts';

const from = fileURLToPath(new URL('peers/', import.meta.url));
const to = fileURLToPath(new URL('.peers/', import.meta.url));

/** Installs what the product is compared with (`bench/peers/package.json`) into `bench/.peers`; returns that folder. */
export function installPeers(): string {
  install({ from, to });
  return to;
}
