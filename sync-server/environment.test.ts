import { expect, test } from 'vitest';
import { effectiveSettings, readEnvironment } from './environment.ts';

const localModels = ['11434', '1234', '8080', '8000'].flatMap((port) => [
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
]);

test('without variables the server listens on loopback, port 8787, and keeps its rows in ./data', () => {
  expect(readEnvironment({ HOME: '/home/someone' })).toEqual({
    port: 8787,
    host: '127.0.0.1',
    tls: undefined,
    dataFolder: './data',
    databaseUrl: undefined,
    minPasswordLength: 6,
    publicOrigin: undefined,
    basePath: '',
    registration: 'open',
    sessionDays: 30,
    drainSeconds: 0,
    maxStoragePerUser: 1024 ** 3,
    maxTextPerUser: 1024 ** 3,
    maxRowsPerUser: 1_000_000,
    maxVersionsPerPrompt: 10_000,
    maxSessionsPerUser: 100,
    maxRequestsPerSecond: 200,
    maxStreamsPerUser: 50,
    maxStreams: 2000,
    maxConnections: 5000,
    maxConnectionsPerAddress: 1000,
    trustProxy: false,
    readLinks: true,
    sendWebhooks: true,
    allowPrivateWebhooks: false,
    backups: undefined,
    logLevel: 'info',
    logFile: undefined,
    metricsToken: undefined,
    modelOrigins: localModels,
    modelsFile: undefined,
  });
});

test('DATABASE_URL is the address of a PostgreSQL, and neither a complaint nor the settings show it', () => {
  const address = new URL('postgres://db.example.org/promptory');
  Object.assign(address, { username: 'promptory', password: 'hidden' });
  const url = address.href;
  expect(readEnvironment({ DATABASE_URL: url }).databaseUrl).toBe(url);
  const shown = effectiveSettings({ DATABASE_URL: url }).find(({ name }) => name === 'DATABASE_URL');
  expect(shown?.value).toBe('***');
  const wrong = () => readEnvironment({ DATABASE_URL: url.replace('postgres', 'other') });
  expect(wrong).toThrow(/DATABASE_URL must be the address of a PostgreSQL/);
  expect(wrong).not.toThrow(/hidden/);
});

test('an empty variable means its default', () => {
  expect(readEnvironment({ PORT: '', HOST: '' })).toMatchObject({ port: 8787, host: '127.0.0.1' });
});

test.each([
  [{ HOST: '127.0.0.1' }, 'open'],
  [{ HOST: 'localhost' }, 'open'],
  [{ HOST: '::1' }, 'open'],
  [{ HOST: '0.0.0.0' }, 'closed'],
  [{ HOST: '192.168.1.20' }, 'closed'],
  [{ HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://prompts.example.org' }, 'closed'],
  [{ HOST: '127.0.0.1', PUBLIC_ORIGIN: 'http://localhost:9000' }, 'open'],
  [{ HOST: '127.0.0.1', PUBLIC_ORIGIN: 'https://[::1]' }, 'open'],
  [{ PUBLIC_ORIGIN: 'https://prompts.example.org', REGISTRATION: 'open' }, 'open'],
  [{ HOST: '0.0.0.0', REGISTRATION: 'open' }, 'open'],
  [{ HOST: '127.0.0.1', REGISTRATION: 'invite' }, 'invite'],
])('with %o registration is %s', (variables, registration) => {
  expect(readEnvironment(variables).registration).toBe(registration);
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
  ['/', ''],
  ['/promptory', '/promptory'],
  ['/home/prompts/', '/home/prompts'],
])('a BASE_PATH of %j is %j', (BASE_PATH, basePath) => {
  expect(readEnvironment({ BASE_PATH }).basePath).toBe(basePath);
});

test.each([
  ['100', 100],
  ['500MB', 500 * 1024 ** 2],
  ['2 gb', 2 * 1024 ** 3],
])('a size of %j is %i bytes', (MAX_STORAGE_PER_USER, bytes) => {
  expect(readEnvironment({ MAX_STORAGE_PER_USER }).maxStoragePerUser).toBe(bytes);
});

test.each([
  [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535 (it is "99999").'],
  [{ PORT: '12ab' }, 'PORT must be a whole number from 0 to 65535 (it is "12ab").'],
  [{ MIN_PASSWORD_LENGTH: '5' }, 'MIN_PASSWORD_LENGTH must be a whole number from 6 to 128 (it is "5").'],
  [{ MAX_STORAGE_PER_USER: 'much' }, 'MAX_STORAGE_PER_USER must be a size like 500MB or 2GB (it is "much").'],
  [{ MAX_TEXT_PER_USER: '-1' }, 'MAX_TEXT_PER_USER must be a size like 500MB or 2GB (it is "-1").'],
  [{ MAX_ROWS_PER_USER: '0' }, 'MAX_ROWS_PER_USER must be a whole number from 1 to 1000000000 (it is "0").'],
  [
    { MAX_SESSIONS_PER_USER: 'x' },
    'MAX_SESSIONS_PER_USER must be a whole number from 1 to 10000 (it is "x").',
  ],
  [{ METRICS_TOKEN: 'too short' }, 'METRICS_TOKEN must have at least 16 characters.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, error, warn, info or debug (it is "loud").'],
  [{ BASE_PATH: 'promptory' }, 'BASE_PATH must be a path like /promptory (it is "promptory").'],
  [{ BASE_PATH: '/a/../b' }, 'BASE_PATH must be a path like /promptory (it is "/a/../b").'],
  [{ BASE_PATH: '//evil.example' }, 'BASE_PATH must be a path like /promptory (it is "//evil.example").'],
  [{ TLS_CERT: 'cert.pem' }, 'TLS_CERT and TLS_KEY name two files that belong together: set both.'],
  [{ REGISTRATION: 'shut' }, 'REGISTRATION must be open, invite or closed (it is "shut").'],
  [{ WEBHOOK_ALLOW_PRIVATE: 'yes' }, 'WEBHOOK_ALLOW_PRIVATE must be on or off (it is "yes").'],
  [
    { MODEL_ORIGINS: 'http://10.0.0.5:11434/v1' },
    'MODEL_ORIGINS must be origins without a path, like http://10.0.0.5:11434 https://models.example, or none (it is "http://10.0.0.5:11434/v1").',
  ],
  [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be on or off (it is "maybe").'],
  [
    { PUBLIC_ORIGIN: 'https://prompts.example.org/app' },
    'PUBLIC_ORIGIN must be an origin without a path, like https://prompts.example.org (it is "https://prompts.example.org/app").',
  ],
])('%o is refused in one sentence that names the variable', (variables, sentence) => {
  expect(() => readEnvironment(variables)).toThrow(sentence);
});

test.each([
  [
    { MODEL_ORIGINS: 'http://10.0.0.5:11434,  https://models.example' },
    ['http://10.0.0.5:11434', 'https://models.example'],
  ],
  [{ MODEL_ORIGINS: 'none' }, []],
])('with %o the app may call models at these origins', (variables, origins) => {
  expect(readEnvironment(variables).modelOrigins).toEqual(origins);
});

test('a token is neither among the effective settings nor in the sentence that refuses it', () => {
  const token = 'a-token-of-sixteen-or-more';
  expect(effectiveSettings({ METRICS_TOKEN: token })).toContainEqual({
    name: 'METRICS_TOKEN',
    value: '***',
    from: 'variable',
  });
  expect(effectiveSettings({})).toContainEqual({ name: 'METRICS_TOKEN', value: null, from: 'default' });
  const refusal = () => readEnvironment({ METRICS_TOKEN: token.slice(0, 7) });
  expect(refusal).toThrow('METRICS_TOKEN must have at least 16 characters');
  expect(refusal).not.toThrow(/a-token/);
});
