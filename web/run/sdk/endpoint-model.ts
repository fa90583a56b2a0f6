import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from 'ai';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { RunFailure } from '../model-client.ts';
import { providerName } from './sdk-settings.ts';

type Access = { readonly key: string | null; readonly fetch: typeof fetch };

/** Returns the model of an entry as the SDK calls it. */
export function endpointModel(
  { kind, address, model, server }: ModelEntry,
  { key, fetch }: Access,
): Exclude<LanguageModel, string> {
  const baseURL = address;
  switch (kind) {
    case 'openai':
      if (key === null && server === 'openai') throw new RunFailure({ kind: 'keyMissing', server });
      return wrapLanguageModel({
        model: createOpenAICompatible({
          ...{ name: providerName, baseURL, fetch },
          ...(key === null ? {} : { apiKey: key }),
          includeUsage: true,
          supportsStructuredOutputs: true,
        }).chatModel(model),
        // Local programs send the thoughts of many models as a part of the text.
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      });
    case 'anthropic':
      if (key === null) throw new RunFailure({ kind: 'keyMissing', server });
      return createAnthropic({
        ...{ baseURL, fetch, apiKey: key },
        headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
      })(model);
    case 'google':
      if (key === null) throw new RunFailure({ kind: 'keyMissing', server });
      return createGoogle({ baseURL, fetch, apiKey: key })(model);
    default:
      throw new RunFailure({ kind: 'noBrowserModel' });
  }
}
