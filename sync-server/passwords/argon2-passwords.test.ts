import { hash, verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createArgon2Passwords, placeholderHash } from './argon2-passwords.ts';

const passwords = createArgon2Passwords();

test('a password is kept as argon2id with 19 MiB, two passes and one lane', async () => {
  const kept = await passwords.hash('correct horse');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(kept, 'correct horse')).toBe(true);
  expect(await passwords.verify(kept, 'correct horsf')).toBe(false);
});

test('an accent matches however a keyboard composes it', async () => {
  const kept = await passwords.hash('caf\u00e9 au lait');
  expect(await passwords.verify(kept, 'cafe\u0301 au lait')).toBe(true);
});

test('an unknown name costs a hash of the same parameters and length, and never matches', async () => {
  const shape = (text: string) => text.split('$').map((part, index) => (index < 4 ? part : part.length));
  expect(shape(placeholderHash)).toEqual(shape(await hash('any', { memoryCost: 19_456, timeCost: 2 })));
  expect(await verify(placeholderHash, '')).toBe(false);
  expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
});
