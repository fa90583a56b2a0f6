import { expect, test } from 'vitest';
import type { ModelServer } from '#shared/model/run/model-entry.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import type { PageSurroundings } from '../platform/page-surroundings.ts';
import { page as localPage } from './testing/run-scene.ts';
import { whyUnreached } from './why-unreached.ts';

type Scene = {
  readonly of: string;
  readonly address: string;
  readonly server?: ModelServer;
  readonly page: Partial<Omit<PageSurroundings, 'url'>> & { readonly at: string };
  readonly isAnybodyThere: boolean;
  readonly text: string;
  readonly remedy: string;
  readonly command?: string;
};

const ollama = 'http://localhost:11434/v1';
const atHome = 'http://192.168.1.20:11434/v1';
const cloud = 'https://api.example.com/v1';
const https = 'https://prompts.example.com';

const scenes: Scene[] = [
  {
    ...{ of: 'nobody listens', address: ollama, server: 'ollama', isAnybodyThere: false },
    page: { at: 'http://localhost:3000' },
    text: 'Nothing answers at http://localhost:11434/v1.',
    remedy: 'Start it there, or correct the address in Models.',
    command: 'ollama serve',
  },
  {
    ...{ of: 'Ollama allows another origin', address: ollama, server: 'ollama', isAnybodyThere: true },
    page: { at: 'http://localhost:3000' },
    text: 'http://localhost:11434/v1 answers, but does not allow calls from http://localhost:3000.',
    remedy: 'Start Ollama with this setting; where it runs as a service, put it into its environment.',
    command: 'OLLAMA_ORIGINS=http://localhost:3000 ollama serve',
  },
  {
    ...{ of: 'LM Studio allows no origin', address: ollama, server: 'lmStudio', isAnybodyThere: true },
    page: { at: https },
    text: 'http://localhost:11434/v1 answers, but does not allow calls from https://prompts.example.com.',
    remedy: 'Switch on CORS in the server settings of LM Studio, or start its server so:',
    command: 'lms server start --cors',
  },
  {
    ...{ of: 'vLLM allows another origin', address: ollama, server: 'vllm', isAnybodyThere: true },
    page: { at: https },
    text: 'http://localhost:11434/v1 answers, but does not allow calls from https://prompts.example.com.',
    remedy: 'Start vLLM with this option:',
    command: `--allowed-origins '["https://prompts.example.com"]'`,
  },
  {
    ...{ of: 'a service answers no pages', address: cloud, server: 'openai', isAnybodyThere: true },
    page: { at: https },
    text: 'https://api.example.com/v1 answers, but does not allow calls from https://prompts.example.com.',
    remedy: 'This service does not answer pages: have the node call it.',
  },
  {
    ...{ of: 'the policy of the page refuses it', address: cloud, isAnybodyThere: false },
    page: { at: https, wasRefused: ({ origin }) => origin === 'https://api.example.com' },
    text: 'The node that serves this page does not allow calls to https://api.example.com.',
    remedy: 'Its admin adds the address to the setting MODEL_ORIGINS and restarts it.',
    command: 'MODEL_ORIGINS=https://api.example.com',
  },
  {
    ...{ of: 'the browser waits for the person', address: ollama, isAnybodyThere: false },
    page: { at: https, localPermission: async () => 'prompt' },
    text: 'The browser does not let this page call http://localhost:11434/v1, which is in your own network.',
    remedy: 'Allow it when the browser asks.',
  },
  {
    ...{ of: 'the person refused it', address: atHome, isAnybodyThere: false },
    page: { at: https, localPermission: async () => 'denied' },
    text: 'The browser does not let this page call http://192.168.1.20:11434/v1, which is in your own network.',
    remedy: 'Allow "local network" for this page in the site settings.',
  },
  {
    ...{ of: 'the page came by plain http', address: ollama, isAnybodyThere: false },
    page: { at: 'http://192.168.1.5:3000', secure: false, localPermission: async () => 'denied' },
    text: 'The browser does not let this page call http://localhost:11434/v1, which is in your own network.',
    remedy: 'It allows that only to pages that come by https or from this device itself.',
  },
  {
    ...{ of: 'a page of this device needs no permission', address: ollama, isAnybodyThere: false },
    page: { at: 'http://localhost:3000', localPermission: async () => 'prompt' },
    text: 'Nothing answers at http://localhost:11434/v1.',
    remedy: 'Start the server there, or correct the address in Models.',
  },
  {
    ...{ of: 'mixed content', address: atHome, isAnybodyThere: false },
    page: { at: https },
    text: 'A page that came by https cannot call http://192.168.1.20:11434/v1.',
    remedy: 'Give the endpoint an https address, or have the node call it.',
  },
  {
    ...{
      of: 'mixed content of a public address',
      address: 'http://models.example.com/v1',
      isAnybodyThere: false,
    },
    page: { at: https, localPermission: async () => 'granted' },
    text: 'A page that came by https cannot call http://models.example.com/v1.',
    remedy: 'Give the endpoint an https address, or have the node call it.',
  },
  {
    ...{ of: 'no network', address: cloud, isAnybodyThere: false },
    page: { at: https, isOnline: () => false },
    text: 'There is no network, and https://api.example.com/v1 is not on this device.',
    remedy: 'Choose a model that runs on this device, or try again with a network.',
  },
  {
    ...{ of: 'this device without a network', address: ollama, isAnybodyThere: false },
    page: { at: 'http://localhost:3000', isOnline: () => false },
    text: 'Nothing answers at http://localhost:11434/v1.',
    remedy: 'Start the server there, or correct the address in Models.',
  },
];

test.each(scenes)('an endpoint that is not reached is explained: $of', async (scene) => {
  const { at, ...more } = scene.page;
  const asked: RequestInit[] = [];
  const problem = await whyUnreached(
    { address: scene.address, server: scene.server ?? 'other' },
    {
      page: { ...localPage, ...more, url: new URL(at) },
      after: (_, run) => {
        queueMicrotask(run);
        return () => {};
      },
      fetch: async (_, init = {}) => {
        asked.push(init);
        if (!scene.isAnybodyThere) throw new TypeError('Failed to fetch');
        return Response.json({});
      },
    },
  );
  const { text, remedy, command } = runProblemWords(problem, 0);
  expect({ text, remedy, command }).toEqual({
    text: scene.text,
    remedy: scene.remedy,
    command: scene.command ?? null,
  });
  for (const init of asked) expect(init).toMatchObject({ mode: 'no-cors', credentials: 'omit' });
});
