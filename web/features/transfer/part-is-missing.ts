import { t } from '#shared/language/translate.ts';

/** Returns the sentence about a worker that this device has not fetched, and cannot fetch now. */
export const partIsMissing = (): string =>
  t('This part of the app is not on this device yet. Try again when there is a network.');
