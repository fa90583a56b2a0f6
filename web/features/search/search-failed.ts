import { t } from '#shared/language/translate.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';

/** Logs that a search has failed, and returns the toast for it. */
export function searchFailed(error: unknown): ToastRequest {
  console.error('The search failed.', error);
  const description = t('Failed to search prompts. Please try again.');
  return { title: t('Search failed'), description, kind: 'destructive' };
}
