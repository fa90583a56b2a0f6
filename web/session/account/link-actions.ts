import type {
  MadeReadLink,
  ReadLink,
  ReadLinkRequest,
  SecretInLink,
} from '#shared/model/account/read-link.ts';
import type { Done, Failed, Loaded } from './account-answers.ts';

/** `secrets`: why none was made; it can be made with the person's consent. */
export type MadeLinkAnswer = Loaded<MadeReadLink> | (Failed & { readonly secrets: readonly SecretInLink[] });

/** The requests about links to read; the app implements them. */
export interface LinkActions {
  list(): Promise<Loaded<readonly ReadLink[]>>;
  /** The only answer that has the link. */
  make(request: ReadLinkRequest): Promise<MadeLinkAnswer>;
  revoke(id: number): Promise<Done>;
}
