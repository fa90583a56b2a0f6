import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

test('without variables the server listens on loopback, port 8787, and keeps its rows in ./data', () => {
  expect(readEnvironment({ HOME: '/home/someone' })).toEqual({
    port: 8787,
    host: '127.0.0.1',
    dataFolder: './data',
    minPasswordLength: 6,
    publicOrigin: undefined,
    sessionDays: 30,
    trustProxy: false,
    logLevel: 'error',
  });
});

test('an empty variable means its default', () => {
  expect(readEnvironment({ PORT: '', HOST: '' })).toMatchObject({ port: 8787, host: '127.0.0.1' });
});

test('variables are taken when they are valid', () => {
  expect(
    readEnvironment({
      PORT: '9400',
      PUBLIC_ORIGIN: 'https://prompts.example.org',
      TRUST_PROXY: 'on',
      MIN_PASSWORD_LENGTH: '12',
    }),
  ).toMatchObject({
    port: 9400,
    publicOrigin: 'https://prompts.example.org',
    trustProxy: true,
    minPasswordLength: 12,
  });
});

test.each([
  [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535 (it is "99999").'],
  [{ PORT: '12ab' }, 'PORT must be a whole number from 0 to 65535 (it is "12ab").'],
  [{ MIN_PASSWORD_LENGTH: '5' }, 'MIN_PASSWORD_LENGTH must be a whole number from 6 to 128 (it is "5").'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, error or info (it is "loud").'],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be on or off (it is "maybe").'],
  [
    { PUBLIC_ORIGIN: 'https://prompts.example.org/app' },
    'PUBLIC_ORIGIN must be an origin without a path, like https://prompts.example.org (it is "https://prompts.example.org/app").',
  ],
])('%o is refused in one sentence that names the variable', (variables, sentence) => {
  expect(() => readEnvironment(variables)).toThrow(sentence);
});
