/**
 * Which files may be kept, and what a file is: by what is claimed for it, by its extension, and by its first
 * bytes. One rule for the device that adds a file and for the server that receives it. Spec section 5.
 */
import { z } from 'zod';
import { fileExtension } from './file-name.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The types as they are stored; each has one name only. */
export const fileTypes = [
  'application/pdf',
  docx,
  'text/plain',
  'text/markdown',
  'application/json',
  'image/png',
  'image/jpeg',
  'image/svg+xml',
] as const;
export type FileType = (typeof fileTypes)[number];

/** Other names under which browsers and clients send them. */
const aliases: Readonly<Record<string, FileType>> = {
  'text/x-markdown': 'text/markdown',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
  'text/json': 'application/json',
};

const extensionTypes: Readonly<Record<string, FileType>> = {
  '.pdf': 'application/pdf',
  '.docx': docx,
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
};

/** For `accept` of a file chooser. */
export const acceptedFiles: readonly string[] = [...fileTypes, ...Object.keys(extensionTypes)];

const previewable: ReadonlySet<string> = new Set<FileType>([
  'image/png',
  'image/jpeg',
  'image/svg+xml',
  'text/plain',
  'text/markdown',
  'application/json',
]);

export function isPreviewable(fileType: string): boolean {
  return previewable.has(fileType);
}

/** The stored name of a MIME type, parameters and letter case apart; undefined where it is none of ours. */
export function namedFileType(mime: string): FileType | undefined {
  const [essence = ''] = mime.split(';');
  const name = essence.trim().toLowerCase();
  return (
    fileTypes.find((type) => type === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined)
  );
}

export const FileType = z.string().transform((mime, context): FileType => {
  const type = namedFileType(mime);
  if (type !== undefined) return type;
  context.addIssue({ code: 'custom', message: messages.invalidFileType });
  return z.NEVER;
});

export type FileTypeOutcome = { ok: true; fileType: FileType } | { ok: false; message: string };

/**
 * `claim`: what the sender says it is, possibly nothing. `head`: its first `limits.fileHeadBytes` bytes, or
 * all where it is shorter. A claim in the list counts, except that plain text named .md is Markdown; where the
 * claim says nothing, or something else about a .md file, the extension decides; and the bytes must not
 * contradict.
 */
export function decideFileType(file: { claim: string; fileName: string; head: Uint8Array }): FileTypeOutcome {
  const fileType = claimedFileType(file.claim, file.fileName);
  if (fileType === undefined || !bytesFit(fileType, file.head)) {
    return { ok: false, message: messages.invalidFileType };
  }
  return { ok: true, fileType };
}

/** Returns the type by the name and the claim alone, before the bytes are inspected. */
export function claimedFileType(claim: string, fileName: string): FileType | undefined {
  const extension = fileExtension(fileName);
  const byExtension = Object.hasOwn(extensionTypes, extension) ? extensionTypes[extension] : undefined;
  const named = namedFileType(claim);
  const isMarkdown = byExtension === 'text/markdown';
  if (named !== undefined) return named === 'text/plain' && isMarkdown ? byExtension : named;
  return isMarkdown || isUninformative(claim) ? byExtension : undefined;
}

function isUninformative(claim: string): boolean {
  return /^\s*(application\/octet-stream\s*)?(;|$)/i.test(claim);
}

/** The types that a file with these first bytes may have. */
export function fittingFileTypes(head: Uint8Array): FileType[] {
  return fileTypes.filter((type) => bytesFit(type, head));
}

export function bytesFit(type: FileType, bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, limits.fileHeadBytes);
  switch (type) {
    case 'application/pdf':
      return startsWith(head, '%PDF-');
    case 'image/png':
      return startsWith(head, '\x89PNG\r\n\x1a\n') && startsWith(head.subarray(12), 'IHDR');
    case 'image/jpeg':
      return startsWith(head, '\xff\xd8\xff');
    case docx:
      return isWordArchive(head);
    case 'image/svg+xml':
      return isText(head) && hasSvgRoot(head);
    case 'application/json':
      return isText(head) && /^\ufeff?\s*($|[{["\-\dtfn])/.test(decoded(head));
    case 'text/plain':
    case 'text/markdown':
      return isText(head) || hasUtf16Mark(head);
  }
}

function startsWith(bytes: Uint8Array, latin1: string): boolean {
  return (
    bytes.length >= latin1.length && [...latin1].every((letter, at) => bytes[at] === letter.charCodeAt(0))
  );
}

/** A ZIP whose first entry is one that word processors write first; a JAR or another archive is not. */
function isWordArchive(head: Uint8Array): boolean {
  if (!startsWith(head, 'PK\x03\x04') || head.length < 30) return false;
  const nameLength = (head[26] ?? 0) + 256 * (head[27] ?? 0);
  const name = decoded(head.subarray(30, 30 + nameLength));
  return /^(\[Content_Types\]\.xml$|_rels\/|docProps\/|word\/|customXml\/)/.test(name);
}

/** No byte that texts do not have (WHATWG MIME Sniffing, "binary data byte"), and no other format in disguise. */
function isText(head: Uint8Array): boolean {
  if (startsWith(head, '%PDF-') || startsWith(head, '%!PS')) return false;
  return !head.some(
    (byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32),
  );
}

function hasUtf16Mark(head: Uint8Array): boolean {
  return startsWith(head, '\xff\xfe') || startsWith(head, '\xfe\xff');
}

/** After the XML prolog, which may declare entities, the root is `svg`; HTML that only contains one is not. */
function hasSvgRoot(head: Uint8Array): boolean {
  const prolog =
    /^(\ufeff|\s+|<\?[^?]*(?:\?(?!>)[^?]*)*\?>|<!--[^-]*(?:-(?!->)[^-]*)*-->|<!DOCTYPE[^[>]*(?:\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]\s*)?>)/i;
  let text = decoded(head);
  for (let found = prolog.exec(text); found !== null; found = prolog.exec(text)) {
    text = text.slice(found[0].length);
  }
  return /^<([\w-]+:)?svg[\s/>]/.test(text);
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
