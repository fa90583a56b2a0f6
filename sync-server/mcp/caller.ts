/** Defines who sends a request of MCP, and what its answers are made of. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Problem } from '#shared/model/problem.ts';
import type { Pin } from '#shared/templates/snippet-syntax.ts';
import type { OpenBlob } from '../services/blobs/open-blob.ts';
import type { PromptVersions } from '../services/reads/prompt-versions.ts';
import type { PullPrompt } from '../services/reads/pull-prompt.ts';
import type { ReadLibrary } from '../services/reads/read-library.ts';
import type { SearchPrompts } from '../services/reads/search-prompts.ts';

/** `onlyProject`: the project of a token that reaches no other; null: all. `device`: its name, for the log of a label. */
export type Caller = { userId: number; onlyProject: number | null; mayWrite: boolean; device: string };

export type McpDeps = {
  version: string;
  library: Pick<ReadLibrary, 'projects' | 'prompt' | 'resourcesFrom'>;
  search: SearchPrompts;
  pullPrompt: PullPrompt;
  promptVersions: PromptVersions;
  openBlob: OpenBlob;
};

/** Returns a problem of the API as an error of the protocol: its sentence, and itself as the data. */
export function protocolError(problem: Problem): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentenceOf(problem), problem);
}

export function invalidParams(sentence: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}

export function sentenceOf({ title, detail, errors }: Problem): string {
  const fields = (errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  return [detail ?? title, ...fields].join(' ');
}

/** Digits are the number of a version, anything else is a label; nothing is the current text. */
export function pinOf(written: string | undefined): Pin {
  if (written === undefined || written === '') return null;
  if (/^[1-9]\d{0,8}$/.test(written)) return { kind: 'version', version: Number(written) };
  return { kind: 'label', label: written };
}
