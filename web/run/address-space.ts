/** How near an address is: `loopback` this device, `local` its network, `public` all others, as far as a name shows. */
export type AddressSpace = 'loopback' | 'local' | 'public';

const nearness: Readonly<Record<AddressSpace, number>> = { loopback: 0, local: 1, public: 2 };

const privateAddress = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])/i;

export function addressSpace({ hostname }: URL): AddressSpace {
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname) || hostname.endsWith('.localhost')) {
    return 'loopback';
  }
  return privateAddress.test(hostname) || hostname.endsWith('.local') ? 'local' : 'public';
}

/** Whether a browser with Local Network Access asks the person before a page may call the address. */
export function needsPermission(page: URL, address: URL): boolean {
  return nearness[addressSpace(address)] < nearness[addressSpace(page)];
}
