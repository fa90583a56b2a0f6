import type { Page } from '@playwright/test';

/** The parts of the app that call models, which the service worker keeps after everything else. */
export const modelParts = ['engine-of-page', 'model-price', 'sdk-client'];

/** Returns those that are kept on the device. */
export function keptModelParts(page: Page): Promise<string[]> {
  return page.evaluate(async (parts) => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    const urls = requests.flat().map(({ url }) => url);
    return parts.filter((part) => urls.some((url) => url.includes(`/${part}-`)));
  }, modelParts);
}
