/**
 * Returns the path under which the server has this app: '' or like '/promptory', without a slash at its end.
 * The server writes it into the page (`sync-server/static/under-base-path.ts`).
 */
export function basePath(page: Pick<Document, 'querySelector'>): string {
  const content = page.querySelector('meta[name="promptory-base"]')?.getAttribute('content') ?? '/';
  return content.replace(/\/$/, '');
}
