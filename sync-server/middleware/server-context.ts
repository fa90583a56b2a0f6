import type { HttpBindings } from '@hono/node-server';
import type { User } from '#shared/model/account/user.ts';
import type { FoundApiToken } from '../services/accounts/api-tokens.ts';
import type { SessionToken } from '../services/accounts/sessions.ts';
import type { RequestTurn } from '../services/load/account-work.ts';
import type { RouteRow } from './route-row.ts';

/** The variables of Hono's context. Bindings are missing when a test or the simulator calls the app. */
export type ServerContext = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** In the log, and in the answer's X-Request-Id. */
    requestId: string;
    /** '' or like '/promptory': where the app is on its origin. */
    basePath: string;
    /** The origin by which browsers reach this server: of PUBLIC_ORIGIN, else of the request itself. */
    ownOrigin: string;
    /** The host name that the request was sent to, as a trusted proxy has it. */
    requestedHost: string;
    /** Undefined when the request came over no network. */
    address: string | undefined;
    /** Set where the table of routes has a row for the request. */
    route: RouteRow;
    /** The pattern of that row, like `/api/prompts/:id`. */
    routePattern: string | undefined;
    /** Set by `take-turns.ts` for the requests of an account. */
    turn: RequestTurn | undefined;
    /** Set by `authorize` where the row asks for an account, with the session or the API token that it was found by. */
    user: User;
    sessionToken: SessionToken | undefined;
    apiToken: FoundApiToken['token'] | undefined;
    /** Set by `onlyProjectOf`. */
    askedForProject: true | undefined;
  };
};
