import { z } from 'zod';
import { RegistrationMode } from '#shared/model/account/registration.ts';
import { limits } from '#shared/model/limits.ts';
import { type LogLevel, logLevels } from './log/server-log.ts';
import { isLoopbackName } from './middleware/request-origin.ts';
import { type BucketAccess, readFilesUrl } from './storage/blobs/bucket-place.ts';
import { CannotStart } from './storage/failures/cannot-start.ts';
import type { TlsFiles } from './tls-files.ts';

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(
      z
        .int()
        .min(least, `must be a whole number from ${least} to ${most}`)
        .max(most, `must be a whole number from ${least} to ${most}`),
    );

const units = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;
const sizePattern = /^(\d{1,15})\s*(|KB|MB|GB|TB)$/i;

const byteSize = z
  .string()
  .regex(sizePattern, 'must be a size like 500MB or 2GB')
  .transform((text) => {
    const [, digits = '', unit = ''] = sizePattern.exec(text) ?? [];
    const factors = new Map<string, number>(Object.entries(units));
    return Number(digits) * (factors.get(unit.toUpperCase()) ?? 1);
  })
  .pipe(z.int('must be a size like 500MB or 2GB'));

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off')
  .transform((text) => text === 'on' || text === 'true' || text === '1');

function exactOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/** Local engines on their usual ports: Ollama, LM Studio, llama.cpp, vLLM. */
const localModels = [11_434, 1234, 8080, 8000].flatMap((port) => [
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
]);

/** A list with spaces or commas between; `none` is an empty one. */
const origins = z.string().transform((text, context) => {
  const each = text.trim() === 'none' ? [] : text.split(/[\s,]+/).filter((part) => part !== '');
  if (each.every(exactOrigin)) return each;
  context.addIssue(
    'must be origins without a path, like http://10.0.0.5:11434 https://models.example, or none',
  );
  return z.NEVER;
});

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

const Variables = z.object({
  /** 0 lets the system choose a free port; the ready line names it. */
  PORT: wholeNumber(0, 65_535).default(8787),
  HOST: z.string().min(1, 'must name an address to listen on').default('127.0.0.1'),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  FILES_URL: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  DATA_DIR: z.string().min(1, 'must name a folder').default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'must be the address of a PostgreSQL database, like postgres://user:password@host/name',
    )
    .optional(),
  MIN_PASSWORD_LENGTH: wholeNumber(limits.passwordMinLength, 128).default(limits.passwordMinLength),
  PUBLIC_ORIGIN: z
    .string()
    .refine(exactOrigin, 'must be an origin without a path, like https://prompts.example.org')
    .optional(),
  BASE_PATH: z
    .string()
    .regex(/^\/$|^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\/?$/, 'must be a path like /promptory')
    .transform((path) => path.replace(/\/$/, ''))
    .default(''),
  REGISTRATION: z.enum(RegistrationMode.options, 'must be open, invite or closed').optional(),
  SESSION_DAYS: wholeNumber(1, 365).default(30),
  MAX_STORAGE_PER_USER: byteSize.default(1024 ** 3),
  MAX_TEXT_PER_USER: byteSize.default(1024 ** 3),
  MAX_ROWS_PER_USER: wholeNumber(1, 1_000_000_000).default(1_000_000),
  MAX_VERSIONS_PER_PROMPT: wholeNumber(1, 1_000_000).default(10_000),
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  MAX_SESSIONS_PER_USER: wholeNumber(1, 10_000).default(100),
  MAX_REQUESTS_PER_SECOND: wholeNumber(10, 1_000_000).default(200),
  MAX_STREAMS_PER_USER: wholeNumber(1, 100_000).default(50),
  MAX_STREAMS: wholeNumber(1, 100_000).default(2_000),
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000).default(5_000),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(1_000),
  TRUST_PROXY: onOff.default(false),
  READ_LINKS: onOff.default(true),
  WEBHOOKS: onOff.default(true),
  WEBHOOK_ALLOW_PRIVATE: onOff.default(false),
  MODELS_FILE: z.string().min(1).optional(),
  MODEL_ORIGINS: origins.default(localModels),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  LOG_LEVEL: z.enum(logLevels, 'must be silent, error, warn, info or debug').default('info'),
  LOG_FILE: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
});

/** Never printed. */
const secrets: ReadonlySet<string> = new Set([
  'METRICS_TOKEN',
  'DATABASE_URL',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]);

export type Environment = {
  port: number;
  host: string;
  /** Undefined: plain http. */
  tls: TlsFiles | undefined;
  dataFolder: string;
  /** Of a PostgreSQL; undefined: SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** The bucket that has the bytes of files; undefined: the data folder has them. */
  bucket: BucketAccess | undefined;
  minPasswordLength: number;
  publicOrigin: string | undefined;
  /** '' or like '/promptory'. */
  basePath: string;
  registration: RegistrationMode;
  sessionDays: number;
  /** How long requests are still taken after the server was asked to stop, while `/readyz` sends new ones elsewhere. */
  drainSeconds: number;
  /** Bytes of files. */
  maxStoragePerUser: number;
  /** Bytes of prompts, versions and notes. */
  maxTextPerUser: number;
  /** Projects, prompts, versions and files together. */
  maxRowsPerUser: number;
  /** Of one prompt, deleted ones not counted. */
  maxVersionsPerPrompt: number;
  maxSessionsPerUser: number;
  /** Of an account, or of an address that has no session. */
  maxRequestsPerSecond: number;
  maxStreamsPerUser: number;
  maxStreams: number;
  maxConnections: number;
  /** Not counted behind a trusted proxy, whose address all connections have. */
  maxConnectionsPerAddress: number;
  trustProxy: boolean;
  /** Whether anybody who has a link to read opens a prompt with it. */
  readLinks: boolean;
  /** Whether this server sends what webhooks wait for. */
  sendWebhooks: boolean;
  /** Whether webhooks reach addresses of private networks and of this machine. */
  allowPrivateWebhooks: boolean;
  /** Lists the models that people run through this server; undefined: none. */
  modelsFile: string | undefined;
  /** Lists the origins at which pages may call models, besides this server. */
  modelOrigins: readonly string[];
  /** Undefined: no nightly backups. */
  backups: { folder: string; keep: number } | undefined;
  logLevel: LogLevel;
  /** Undefined: standard error. */
  logFile: string | undefined;
  /** Undefined: metrics are for this machine only. */
  metricsToken: string | undefined;
};

type GivenVariables = Readonly<Record<string, string | undefined>>;

export type EffectiveSetting = {
  name: string;
  value: string | number | boolean | readonly string[] | null;
  from: 'variable' | 'default';
};

/** Returns every setting as the server uses it. The variables must be valid. */
export function effectiveSettings(variables: GivenVariables): EffectiveSetting[] {
  const given = withoutEmpty(variables);
  const parsed = Variables.parse(given);
  const effective = { ...parsed, REGISTRATION: registrationOf(parsed) };
  return Variables.keyof().options.map((name) => ({
    name,
    value: secrets.has(name) && effective[name] !== undefined ? '***' : (effective[name] ?? null),
    from: given[name] === undefined ? 'default' : 'variable',
  }));
}

/** Open by default on one's own machine alone: a PUBLIC_ORIGIN elsewhere means a proxy that lets others in. */
function registrationOf({ REGISTRATION, HOST, PUBLIC_ORIGIN }: z.infer<typeof Variables>): RegistrationMode {
  if (REGISTRATION !== undefined) return REGISTRATION;
  const names = PUBLIC_ORIGIN === undefined ? [HOST] : [HOST, new URL(PUBLIC_ORIGIN).hostname];
  return names.every(isLoopbackName) ? 'open' : 'closed';
}

function withoutEmpty(variables: GivenVariables): GivenVariables {
  return Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== ''));
}

/** An empty variable counts as absent: `PORT= npm start` means the default. Throws `CannotStart`. */
export function readEnvironment(variables: GivenVariables): Environment {
  const given = withoutEmpty(variables);
  const read = Variables.safeParse(given);
  if (!read.success) {
    const complaints = read.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} ${issue.message}${secrets.has(name) ? '' : ` (it is "${given[name] ?? ''}")`}`;
    });
    throw new CannotStart(`${complaints.join('; ')}.`);
  }
  return {
    port: read.data.PORT,
    host: read.data.HOST,
    tls: tlsOf(read.data),
    dataFolder: read.data.DATA_DIR,
    databaseUrl: read.data.DATABASE_URL,
    bucket: bucketOf(read.data),
    minPasswordLength: read.data.MIN_PASSWORD_LENGTH,
    publicOrigin: read.data.PUBLIC_ORIGIN,
    basePath: read.data.BASE_PATH,
    registration: registrationOf(read.data),
    sessionDays: read.data.SESSION_DAYS,
    drainSeconds: read.data.DRAIN_SECONDS,
    maxStoragePerUser: read.data.MAX_STORAGE_PER_USER,
    maxTextPerUser: read.data.MAX_TEXT_PER_USER,
    maxRowsPerUser: read.data.MAX_ROWS_PER_USER,
    maxVersionsPerPrompt: read.data.MAX_VERSIONS_PER_PROMPT,
    maxSessionsPerUser: read.data.MAX_SESSIONS_PER_USER,
    maxRequestsPerSecond: read.data.MAX_REQUESTS_PER_SECOND,
    maxStreamsPerUser: read.data.MAX_STREAMS_PER_USER,
    maxStreams: read.data.MAX_STREAMS,
    maxConnections: read.data.MAX_CONNECTIONS,
    maxConnectionsPerAddress: read.data.MAX_CONNECTIONS_PER_ADDRESS,
    trustProxy: read.data.TRUST_PROXY,
    readLinks: read.data.READ_LINKS,
    sendWebhooks: read.data.WEBHOOKS,
    allowPrivateWebhooks: read.data.WEBHOOK_ALLOW_PRIVATE,
    modelsFile: read.data.MODELS_FILE,
    modelOrigins: read.data.MODEL_ORIGINS,
    backups: backupsOf(read.data),
    logLevel: read.data.LOG_LEVEL,
    logFile: read.data.LOG_FILE,
    metricsToken: read.data.METRICS_TOKEN,
  };
}

function tlsOf({ TLS_CERT: cert, TLS_KEY: key }: z.infer<typeof Variables>): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new CannotStart('TLS_CERT and TLS_KEY name two files that belong together: set both.');
  }
  return { cert, key };
}

function bucketOf(variables: z.infer<typeof Variables>): BucketAccess | undefined {
  const { FILES_URL, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (FILES_URL === undefined) return undefined;
  const place = readFilesUrl(FILES_URL, variables.AWS_REGION);
  if (typeof place === 'string') throw new CannotStart(`FILES_URL: ${place}.`);
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new CannotStart('FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both.');
  }
  if (variables.AWS_SESSION_TOKEN !== undefined) {
    throw new CannotStart('FILES_URL takes no temporary credentials: unset AWS_SESSION_TOKEN.');
  }
  return { ...place, accessKeyId, secretAccessKey };
}

function backupsOf({
  BACKUP_DIR: folder,
  BACKUP_KEEP: keep,
  DATABASE_URL,
}: z.infer<typeof Variables>): Environment['backups'] {
  if (folder === undefined) return undefined;
  if (DATABASE_URL !== undefined) {
    throw new CannotStart(
      'BACKUP_DIR is for a library in DATA_DIR: back a PostgreSQL up with pg_dump, and unset BACKUP_DIR.',
    );
  }
  return { folder, keep };
}
