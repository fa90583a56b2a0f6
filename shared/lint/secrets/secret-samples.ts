/** Secrets that nothing opens. They are put together here, so that no file of the project looks as if it had one. */
const pem = (part: string) => `-----${part} PRIVATE KEY-----`;

export const secretSamples = {
  github: `ghp_${'aB3'.repeat(12)}`,
  anthropic: `sk-ant-api03-${'a1B'.repeat(31)}-aAA`,
  basicauth: ['https:', '', 'ada:lovelace1843@example.com'].join('/'),
  privatekey: `${pem('BEGIN')}\n${`${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ'}\n`.repeat(24)}${pem('END')}`,
} as const;
