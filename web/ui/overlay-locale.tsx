import { LocaleProvider } from '@ark-ui/react/locale';
import type { ReactNode } from 'react';
import { languageTag } from '#shared/language/translate.ts';

/** Gives dialogs, menus and popovers the page's direction: without it they are written from left to right. */
export function OverlayLocale({ children }: { readonly children: ReactNode }) {
  return <LocaleProvider locale={languageTag()}>{children}</LocaleProvider>;
}
