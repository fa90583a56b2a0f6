import { t } from '#shared/language/translate.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import type { FilledValues } from './template-requests.ts';
import type { TemplateView } from './template-view.ts';

type CopyDeps = { readonly view: TemplateView; notify(toast: ToastRequest): void };

/**
 * Copies the filled text. What is missing stays in it as it is written, and the notice names it: a question before each
 * copy would be in the way of whoever fills the rest elsewhere.
 */
export async function copyFilled({ view, notify }: CopyDeps, values: FilledValues): Promise<void> {
  await copying(notify, async () => {
    const { text, missing } = await view.fill(values);
    await copyText(window, text);
    notify(copied(t('Filled text copied'), missing));
  });
}

/** Copies the messages of a chat as the JSON that is sent to a model. */
export async function copyMessages({ view, notify }: CopyDeps, values: FilledValues): Promise<void> {
  await copying(notify, async () => {
    const { messages, missing } = await view.messages(values);
    await copyText(window, JSON.stringify(messages ?? [], null, 2));
    notify(copied(t('Messages copied'), missing));
  });
}

async function copying(notify: CopyDeps['notify'], copy: () => Promise<void>): Promise<void> {
  try {
    await copy();
  } catch {
    notify({
      title: t('Failed to copy'),
      description: t('Could not copy to clipboard. Please try again.'),
      kind: 'destructive',
    });
  }
}

const mostNames = 5;

function copied(title: string, missing: readonly string[]): ToastRequest {
  if (missing.length === 0) return { title };
  const names = missing.slice(0, mostNames).join(', ');
  const more = missing.length - mostNames;
  return {
    title: t('{title}, {count, plural, one {# value is missing} other {# values are missing}}', {
      title,
      count: missing.length,
    }),
    description:
      more > 0
        ? t('Left as written: {names} and {more} more', { names, more })
        : t('Left as written: {names}', { names }),
  };
}
