import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../services/accounts/passwords.ts';

// Argon2id is the library's own default; its enum cannot be imported where types are stripped.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** No password has this hash: it is drawn, not computed. Its parameters are those of `cost`. */
export const placeholderHash =
  '$argon2id$v=19$m=19456,t=2,p=1$UvpR0UeBdolX72S9g4MUQA$TMafdixu1whj8bN80ssIKIel2Rn07can+5rXIp+WrUU';

export function createArgon2Passwords(): Passwords {
  return {
    hash: (password) => hash(composed(password), cost),
    async verify(passwordHash, password) {
      const matches = await verify(passwordHash ?? placeholderHash, composed(password));
      return matches && passwordHash !== undefined;
    },
  };
}

/** Keyboards of different systems write the same accented letter as one or as two characters. */
function composed(password: string): string {
  return password.normalize('NFC');
}
