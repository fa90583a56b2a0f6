/** Looks for secrets in what an export would write, some texts at a time. The bytes of uploaded files are not looked at. */
import type { ExportedPrompt } from '#shared/library-files/formats/exported-prompt.ts';
import type { LibrarySource } from '#shared/library-files/tree/library-source.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { SecretPlace } from './secret-place.ts';

type Looked = Omit<SecretPlace, 'kind'> & { readonly text: string };

/** More places are not named. */
const mostPlaces = 100;
/** UTF-16 units that are held at once, but for a single text that is longer. */
const unitsTogether = 512 * 1024;

/** Returns the first hundred places of what is written with all that a prompt has. */
export const secretsInLibrary = (source: LibrarySource): Promise<SecretPlace[]> => placesIn(textsOf(source));

/** Returns the first hundred places of what is written for another tool. */
export const secretsInPrompts = (prompts: AsyncIterable<ExportedPrompt>): Promise<SecretPlace[]> =>
  placesIn(textsForTool(prompts));

async function placesIn(texts: AsyncIterable<Looked>): Promise<SecretPlace[]> {
  const { findSecretsInEach } = await import('./find-secrets.ts');
  const places: SecretPlace[] = [];
  for await (const looked of together(texts)) {
    const found = await findSecretsInEach(looked.map(({ text }) => text));
    for (const [at, { project, title, where, version }] of looked.entries()) {
      for (const kind of new Set(found[at]?.map((secret) => secret.kind))) {
        places.push({ project, title, where, version, kind });
      }
    }
    if (places.length >= mostPlaces) break;
  }
  return places.slice(0, mostPlaces);
}

async function* together(texts: AsyncIterable<Looked>): AsyncGenerator<Looked[]> {
  let waiting: Looked[] = [];
  let units = 0;
  for await (const looked of texts) {
    waiting.push(looked);
    units += looked.text.length;
    if (units < unitsTogether) continue;
    yield waiting;
    waiting = [];
    units = 0;
  }
  yield waiting;
}

async function* textsForTool(prompts: AsyncIterable<ExportedPrompt>): AsyncGenerator<Looked> {
  for await (const { project, title, text, ...values } of prompts) {
    yield { project, title, version: null, where: 'text', text };
    yield { project, title, version: null, where: 'values', text: JSON.stringify(values) };
  }
}

async function* textsOf(source: LibrarySource): AsyncGenerator<Looked> {
  for await (const project of source.projects()) {
    for await (const prompt of source.prompts(project)) yield* textsOfPrompt(source, project.name, prompt);
  }
}

async function* textsOfPrompt(
  source: LibrarySource,
  project: string,
  prompt: Prompt,
): AsyncGenerator<Looked> {
  const { title, content, notes, attributes = {} } = prompt;
  const at = { project, title, version: null };
  yield { ...at, where: 'text', text: content };
  yield { ...at, where: 'notes', text: notes };
  yield { ...at, where: 'values', text: JSON.stringify(attributes) };
  for await (const test of source.testCases(prompt))
    yield { ...at, where: 'values', text: JSON.stringify(test) };
  for await (const run of source.keptRuns(prompt)) yield { ...at, where: 'run', text: JSON.stringify(run) };
  for await (const version of source.versions(prompt)) {
    yield { ...at, version: version.version, where: 'version', text: version.content };
  }
}
