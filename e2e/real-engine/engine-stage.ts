/** Gives tests a real llama.cpp behind an endpoint, and what answers of it are held to. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Ajv } from 'ajv';
import { z } from 'zod';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { installTool } from '../peers/install-peers.ts';
import { expect, testOnOwnServer } from '../stage/stage.ts';
import { loadEngine } from './llama-engine.ts';
import { type Endpoint, serveEngine } from './openai-endpoint.ts';
import { tinyModel } from './tiny-model.ts';

/** Of a page from elsewhere that may call the endpoint. */
export const allowedOrigin = 'https://prompts.example.com';

export const test = testOnOwnServer.extend<object, { endpoint: Endpoint }>({
  endpoint: [
    async ({ browserName: _browserName }, use) => {
      const tool = installTool('node-llama-cpp', { nativeOf: 'node-llama-cpp' });
      using folder = temporaryFolder();
      const model = join(folder.path, 'tiny.gguf');
      writeFileSync(model, tinyModel());
      await using engine = await loadEngine(tool, model);
      await using endpoint = await serveEngine(engine, [allowedOrigin]);
      await use(endpoint);
    },
    { scope: 'worker', timeout: 0 },
  ],
  serverVariables: async ({ endpoint }, use) => use({ MODEL_ORIGINS: endpoint.origin, REGISTRATION: 'open' }),
});

/** An answer by it ends: no part of it can go on for ever. */
export const answerSchema = {
  type: 'object',
  properties: {
    verdict: { enum: ['keep', 'cut', 'rewrite'] },
    isSure: { type: 'boolean' },
    reasons: { type: 'array', items: { enum: ['short', 'long', 'unclear'] }, minItems: 1, maxItems: 3 },
  },
  required: ['verdict', 'isSure', 'reasons'],
  additionalProperties: false,
};

/** Returns whether a text is JSON by the schema. */
export function obeysSchema(text: string): boolean {
  try {
    return new Ajv().validate(answerSchema, JSON.parse(text));
  } catch {
    return false;
  }
}

const Completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
  usage: z.object({ prompt_tokens: z.int().positive(), completion_tokens: z.int().positive() }),
});

/** Asks the endpoint without the product, and returns the whole answer. */
export async function answerTo({ address }: Endpoint, body: object): Promise<string> {
  const answer = await fetch(`${address}/chat/completions`, {
    ...{ method: 'POST', body: JSON.stringify({ ...body, stream: false }) },
  });
  return Completion.parse(await answer.json()).choices[0].message.content;
}

/** Adds the model of the endpoint on the screen, and tests it. */
export async function addTinyModel(page: Page, { address }: Endpoint): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Models' }).click();
  await page.getByLabel('Address', { exact: true }).fill(address);
  await page.getByLabel('Model', { exact: true }).fill('tiny');
  await page.getByRole('button', { name: 'Add model' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText('The model is there')).toBeVisible();
  await page.keyboard.press('Escape');
}
