/** Finds the session or the API token of a request, each by one statement of Drizzle that is prepared once. */
import { and, eq, isNull } from 'drizzle-orm';
import type { SessionWithUser } from '../../ports/accounts-port.ts';
import type { FoundApiToken } from '../../ports/api-tokens-port.ts';
import type { OpenDatabase } from '../open-database.ts';
import { apiTokens, sessions } from '../rows/schema-access.ts';
import { users } from '../rows/schema-library.ts';
import { given } from '../rows/statement-parts.ts';

export type AccessReads = {
  /** Undefined where the account is disabled or deleted, here and below. */
  session(tokenHash: string): SessionWithUser | undefined;
  /** Also where it has expired. */
  apiToken(tokenHash: string): FoundApiToken | undefined;
};

const ofOpenAccount = and(isNull(users.disabledAt), isNull(users.deletedAt));
const user = { id: users.id, username: users.username, displayName: users.displayName };

export function prepareAccessReads({ orm }: Pick<OpenDatabase, 'orm'>): AccessReads {
  const { tokenHash, userId, createdAt, expiresAt, endsAt, device, publicId: id, usedAt } = sessions;
  const session = orm
    .select({
      session: { tokenHash, userId, createdAt, expiresAt, endsAt, device, id, usedAt },
      user: { ...user, passwordHash: users.passwordHash },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, given('tokenHash')), ofOpenAccount))
    .prepare();
  const apiToken = orm
    .select({
      token: {
        ...{ id: apiTokens.id, userId: apiTokens.userId, name: apiTokens.name, scope: apiTokens.scope },
        ...{ projectId: apiTokens.projectId, createdAt: apiTokens.createdAt, expiresAt: apiTokens.expiresAt },
      },
      user,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, given('tokenHash')), ofOpenAccount))
    .prepare();
  return {
    session: (hash) => session.get({ tokenHash: hash }),
    apiToken: (hash) => apiToken.get({ tokenHash: hash }),
  };
}
