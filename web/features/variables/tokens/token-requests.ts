/** The messages between the page and the worker that counts tokens. */
import type { TokenEncoding } from '../../../ui/preferences.ts';

export type TokenRequest = { readonly text: string; readonly encoding: TokenEncoding };
export type TokenAnswer =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'counted'; readonly tokens: number }
  | { readonly kind: 'failed'; readonly message: string };
