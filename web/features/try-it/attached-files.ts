/** Files of the project that go with a run: a text as a part of the message, a picture beside it. */
import type { Resource } from '#shared/model/resource.ts';
import type { RunMessage } from '#shared/model/run/run.ts';
import type { RunAttachment } from '#shared/model/run/run-request.ts';

export type AttachedText = { readonly name: string; readonly text: string };
export type AttachedFiles = {
  readonly texts: readonly AttachedText[];
  readonly pictures: readonly RunAttachment[];
};

/** Whether most models take such a file: many refuse documents, and a vector picture is none to them. */
export function isAttachable({ fileType }: Pick<Resource, 'fileType'>): boolean {
  return isText(fileType) || fileType === 'image/png' || fileType === 'image/jpeg';
}

function isText(fileType: string): boolean {
  return fileType.startsWith('text/') || fileType === 'application/json';
}

/** Returns the files with their bytes; null where the bytes of one are neither here nor to be had. */
export async function attachedFiles(
  resources: readonly Resource[],
  fetchBlob: (resource: Resource) => Promise<Blob | null>,
): Promise<AttachedFiles | null> {
  const texts: AttachedText[] = [];
  const pictures: RunAttachment[] = [];
  for (const resource of resources) {
    const blob = await fetchBlob(resource);
    if (blob === null) return null;
    const { name, fileType, sha256 } = resource;
    if (isText(fileType)) texts.push({ name, text: await blob.text() });
    else {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      pictures.push({ name, mediaType: fileType, bytes, sha256 });
    }
  }
  return { texts, pictures };
}

/** Returns the messages with the texts at the end of the last one of the user. */
export function withTexts(
  messages: readonly RunMessage[],
  texts: readonly AttachedText[],
): readonly RunMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (texts.length === 0) return messages;
  const files = texts.map(({ name, text }) => `${name}:\n\n${fenced(text)}`).join('\n\n');
  if (last < 0) return [...messages, { role: 'user', content: files }];
  return messages.map((message, place) =>
    place === last ? { ...message, content: `${message.content}\n\n${files}` } : message,
  );
}

/** A fence that no line of the text ends. */
function fenced(text: string): string {
  const longest = [...text.matchAll(/^`{3,}/gm)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
