import { dirname, normalize } from 'node:path';

const fence = /^```[\s\S]*?^```/gm;
const link = /\]\(([^()\s]+(?:\([^()\s]*\))?)\)|\b(?:src|srcset|href)="([^"]+)"/g;
const heading = /^#{1,6} +(.+?) *#*$/gm;

/**
 * Returns the links of a document that lead nowhere: files that are not there, and headings that a document has not.
 *
 * @param {{ file: string, text: string, files: ReadonlySet<string>, read: (file: string) => string }} document
 */
export function brokenLinks({ file, text, files, read }) {
  const targets = [...text.replaceAll(fence, '').matchAll(link)].map(([, inText, inTag]) => inText ?? inTag);
  return [...new Set(targets)].filter((target) => !isThere(target, { file, files, read }));
}

function isThere(target, { file, files, read }) {
  if (/^[a-z]+:/.test(target)) return true;
  const [path, anchor] = target.split('#');
  const found = path === '' ? file : normalize(`${dirname(file)}/${decodeURI(path)}`).replace(/\/$/, '');
  if (!files.has(found))
    return anchor === undefined && [...files].some((each) => each.startsWith(`${found}/`));
  if (anchor === undefined || !found.endsWith('.md')) return true;
  return anchorsOf(read(found)).includes(decodeURIComponent(anchor));
}

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text) {
  const seen = new Map();
  return [...text.replaceAll(fence, '').matchAll(heading)].map(([, title]) => {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*_]/g, '');
    const anchor = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}
