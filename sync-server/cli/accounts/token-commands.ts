/** Commands about API tokens. The server may be running: it sees their changes with its next request. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ApiTokenRequest, ApiTokenScope } from '#shared/model/account/api-token.ts';
import { messages } from '#shared/model/messages.ts';
import { type ApiTokens, createApiTokens, type StoredApiToken } from '../../services/accounts/api-tokens.ts';
import { createReadLibrary, type RowParts } from '../../services/reads/read-library.ts';
import type { Account } from '../../storage/ports/administration-port.ts';
import type { Storages } from '../../storage/ports/storages.ts';
import { addAction, type Commands } from '../add-command.ts';
import { onAccount } from '../on-accounts.ts';
import { recordEvent } from '../record-event.ts';
import { type Outcome, type World, WrongArguments } from '../world.ts';

const day = 24 * 60 * 60 * 1000;

const args = z.tuple([z.string().min(1, 'NAME must name an account')]);
const inDays = '--days must be a whole number from 1 to 3650';
const NewToken = z.object({
  args,
  tokenName: ApiTokenRequest.shape.name,
  scope: z.enum(ApiTokenScope.options, '--scope must be read, write or run').default('read'),
  project: z.string().min(1, '--project must name a project').optional(),
  days: z
    .string()
    .regex(/^\d{1,4}$/, inDays)
    .transform(Number)
    .pipe(z.int().min(1, inDays).max(3650, inDays))
    .optional(),
});
const Listing = z.object({ args });
const Revocation = z.object({
  args,
  id: z.string().regex(/^\d+$/, '--id must be a number of the list').transform(Number).optional(),
  all: z.boolean().default(false),
});

/** Adds `token create|list|revoke NAME`. */
export function addTokenCommands(commands: Commands): void {
  const { world, program } = commands;
  const tokens = program.command('token').description('makes, lists and revokes API tokens');
  const one = (name: string, description: string) =>
    tokens.command(name).description(description).argument('<name>', 'the name of the account');

  addAction(
    commands,
    one('create', 'makes a token by which a program uses the account, and prints it once')
      .requiredOption('--token-name <text>', 'says who uses it')
      .option('--scope <scope>', 'read, write or run (reads, and runs models of the server); read by default')
      .option('--project <project>', 'its name or id: the only one that the token reaches')
      .option('--days <n>', 'until it expires; never by default'),
    NewToken,
    (given) => create(world, given),
  );
  addAction(commands, one('list', 'lists the tokens of an account'), Listing, ({ args: [name] }) =>
    onTokens(world, name, async (tokensOf, { id }) => {
      const rows = (await tokensOf.list(id)).map(inJson);
      return { lines: [...rows.map(lineOf), `${rows.length} tokens.`], json: rows };
    }),
  );
  addAction(
    commands,
    one('revoke', 'ends a token at once').option('--id <id>', 'this one').option('--all', 'all of them'),
    Revocation,
    (given) => revoke(world, given),
  );
}

async function create(
  world: World,
  { args: [name], tokenName, scope, project, days }: z.infer<typeof NewToken>,
): Promise<Outcome> {
  return onTokens(world, name, async (tokens, account, storages) => {
    const projectId = project === undefined ? null : await projectOf(storages, account, project);
    const expiresAt = days === undefined ? null : new Date(world.now() + days * day).toISOString();
    const made = await tokens.create({ user: account }, { name: tokenName, scope, projectId, expiresAt });
    if (made.kind !== 'made') throw new WrongArguments(messages.tooManyApiTokens);
    return { lines: [made.token], json: { ...inJson(made.stored), token: made.token } };
  });
}

async function revoke(world: World, { args: [name], id, all }: z.infer<typeof Revocation>): Promise<Outcome> {
  if ((id === undefined) === !all) throw new WrongArguments('Use --id or --all.');
  return onTokens(world, name, async (tokens, account) => {
    const ids = id === undefined ? (await tokens.list(account.id)).map((token) => token.id) : [id];
    const revoked: number[] = [];
    for (const each of ids) if (await tokens.revoke({ user: account }, each)) revoked.push(each);
    if (revoked.length > 0 || all) return { lines: [`Revoked: ${revoked.length}.`], json: { revoked } };
    const complaints = [`${account.username} has no token ${id}.`];
    return { lines: [], json: { revoked }, complaints, failed: true };
  });
}

function onTokens(
  world: World,
  name: string,
  work: (tokens: ApiTokens, account: Account, storages: Storages) => Promise<Outcome>,
): Promise<Outcome> {
  return onAccount(world, name, (account, storages) => {
    const tokens = createApiTokens({
      ...{ storage: storages.apiTokens, library: storages.library, randomBytes },
      securityEvents: { record: (event) => recordEvent(world, storages.accounts, event) },
      now: world.now,
      random: (words) => crypto.getRandomValues(words),
    });
    return work(tokens, account, storages);
  });
}

/** Throws `WrongArguments` where no project has this id or name, or several have the name. */
async function projectOf({ library }: Storages, { id, username }: Account, wanted: string): Promise<number> {
  const all = await rowsOf(await createReadLibrary(library).projects(id, null));
  const found = all.filter((project) => String(project.id) === wanted || project.name === wanted);
  const [first, ...others] = found;
  if (first === undefined) throw new WrongArguments(`${username} has no project ${wanted}.`);
  if (others.length === 0) return first.id;
  const ids = found.map((project) => project.id).join(', ');
  throw new WrongArguments(`Several projects are named ${wanted}: name one by its id (${ids}).`);
}

async function rowsOf<Row>(parts: RowParts<Row> | undefined): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const part of parts ?? []) rows.push(...part);
  return rows;
}

type Listed = ReturnType<typeof inJson>;

function inJson({ id, name, scope, projectId, createdAt, expiresAt, usedAt }: StoredApiToken) {
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...{ id, name, scope, projectId },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: instant(expiresAt),
    usedAt: instant(usedAt),
  };
}

function lineOf({ id, name, scope, projectId, createdAt, expiresAt, usedAt }: Listed): string {
  const day = (instant: string | null) => instant?.slice(0, 10) ?? 'never';
  const reach = projectId === null ? scope : `${scope}, project ${projectId}`;
  const times = `since ${day(createdAt)}, last used ${day(usedAt)}, expires ${day(expiresAt)}`;
  return `${id}  ${reach}, ${times}  ${name}`;
}
