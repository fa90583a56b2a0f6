/** A thread of its own for tokens: their tables are megabytes, and a text may take seconds. */
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import type { TokenEncoding } from '../../../ui/preferences.ts';
import type { TokenAnswer, TokenRequest } from './token-requests.ts';

const rankTables = {
  o200k_base: () => import('gpt-tokenizer/bpeRanks/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/bpeRanks/cl100k_base'),
} satisfies Record<TokenEncoding, unknown>;

/** Reads what looks like a special token as text like any other. */
const asText = { disallowedSpecial: new Set<string>() };

const tokenizers = new Map<TokenEncoding, Pick<GptEncoding, 'countTokens'>>();

async function tokenizerOf(encoding: TokenEncoding): Promise<Pick<GptEncoding, 'countTokens'>> {
  const known = tokenizers.get(encoding);
  if (known !== undefined) return known;
  const { default: ranks } = await rankTables[encoding]();
  const tokenizer = GptEncoding.getEncodingApi(encoding, () => ranks);
  tokenizers.set(encoding, tokenizer);
  return tokenizer;
}

const answer = (message: TokenAnswer) => postMessage(message);

addEventListener('message', async ({ data: { text, encoding } }: MessageEvent<TokenRequest>) => {
  try {
    const tokenizer = await tokenizerOf(encoding);
    answer({ kind: 'loaded' });
    answer({ kind: 'counted', tokens: tokenizer.countTokens(text, asText) });
  } catch (error) {
    answer({ kind: 'failed', message: String(error) });
  }
});
