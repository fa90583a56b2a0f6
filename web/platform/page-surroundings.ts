/** Reports what decides whether this page may call an address. */
export interface PageSurroundings {
  /** The address of the page. */
  readonly url: URL;
  readonly secure: boolean;
  isOnline(): boolean;
  /** Resolves to the permission for addresses of the device or its network; null where the browser never asks. */
  localPermission(space: 'loopback' | 'local'): Promise<PermissionState | null>;
  /** Whether the page's content policy refused this address lately. */
  wasRefused(address: URL): boolean;
}

/** The names of one permission, from the narrow to the one that came first. */
const permissionNames = {
  loopback: ['loopback-network', 'local-network-access'],
  local: ['local-network', 'local-network-access'],
} as const;

export function pageSurroundings(page: Window): PageSurroundings {
  const refused = new Set<string>();
  page.document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    const blocked = URL.parse(blockedURI);
    if (effectiveDirective === 'connect-src' && blocked !== null) refused.add(blocked.origin);
  });
  return {
    url: new URL(page.location.href),
    secure: page.isSecureContext,
    isOnline: () => page.navigator.onLine,
    async localPermission(space) {
      for (const name of permissionNames[space]) {
        const state = await askPermission(page.navigator, name);
        if (state !== null) return state;
      }
      return null;
    },
    // A policy lasts as long as its page.
    wasRefused: ({ origin }) => refused.has(origin),
  };
}

/** Browsers reject a name that they do not know. */
async function askPermission(
  { permissions }: Navigator,
  name: (typeof permissionNames)[keyof typeof permissionNames][number],
): Promise<PermissionState | null> {
  try {
    // The list of TypeScript lacks these names.
    const { state } = await permissions.query({ name: name as PermissionName });
    return state;
  } catch {
    return null;
  }
}
