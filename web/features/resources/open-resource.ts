/**
 * Opens or saves a file outside this app. Its bytes are untrusted: they become no page of this origin.
 *
 * 1. From this device: texts as plain text, PDF as PDF, pictures only inside an `<img>`. Nothing else opens.
 * 2. From the server: its own address, where it lies inert.
 */
import type { Resource } from '#shared/model/resource.ts';
import { basePath } from '../../ui/base-path.ts';
import { saveBlob } from '../../ui/save-file.ts';
import { isTooLarge, pictureSize } from './preview/picture-size.ts';

function downloadUrl(page: Document, id: number, { inline }: { inline: boolean }): string {
  return `${basePath(page)}/api/resources/${id}/download${inline ? '?inline=1' : ''}`;
}

export function saveToDevice(page: Document, resource: Resource, bytes: Blob): void {
  const blob = new Blob([bytes], { type: 'application/octet-stream' });
  saveBlob(page, { name: resource.originalFilename, blob });
}

/** In a tab of its own where it can be looked at, otherwise as a download. */
export async function openBytes(page: Window, resource: Resource, bytes: Blob): Promise<void> {
  const { fileType, originalFilename } = resource;
  if (isPicture(fileType)) {
    const size = pictureSize(await bytes.arrayBuffer());
    if (size !== null && isTooLarge(size)) return saveToDevice(page.document, resource, bytes);
    const tab = page.open('', '_blank');
    if (tab === null) return saveToDevice(page.document, resource, bytes);
    tab.opener = null;
    tab.document.title = originalFilename;
    const picture = tab.document.createElement('img');
    picture.alt = originalFilename;
    picture.style.maxWidth = '100%';
    picture.src = await pictureUrl(bytes, fileType);
    tab.document.body.append(picture);
    return;
  }
  const type = openableType(fileType);
  // The address lives as long as this page does: the tab may be loaded again.
  const url = type === null ? null : URL.createObjectURL(new Blob([bytes], { type }));
  const tab = url === null ? null : page.open(url, '_blank');
  // Not by "noopener", with which nobody learns whether the browser opened it.
  if (tab === null) saveToDevice(page.document, resource, bytes);
  else tab.opener = null;
}

export function openFromServer(page: Window, id: number, { inline }: { inline: boolean }): void {
  page.open(downloadUrl(page.document, id, { inline }), '_blank', 'noopener');
}

export function isPicture(fileType: string): boolean {
  return fileType === 'image/png' || fileType === 'image/jpeg' || fileType === 'image/svg+xml';
}

/**
 * For an `<img>`, in which nothing runs and nothing is fetched. A drawing has an address without an origin:
 * opened by itself it is a page without an origin.
 */
export async function pictureUrl(bytes: Blob, fileType: string): Promise<string> {
  const typed = new Blob([bytes], { type: fileType });
  return fileType === 'image/svg+xml' ? await dataUrl(typed) : URL.createObjectURL(typed);
}

function openableType(fileType: string): string | null {
  if (fileType === 'application/pdf') return fileType;
  return /^text\/|^application\/json$/.test(fileType) ? 'text/plain;charset=utf-8' : null;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The drawing could not be read.'));
    reader.readAsDataURL(blob);
  });
}
