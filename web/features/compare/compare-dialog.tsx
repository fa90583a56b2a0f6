import { t } from '#shared/language/translate.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { versionOf } from '../../data/queries/version-items.ts';
import { Button } from '../../ui/button.tsx';
import { CompareView } from '../../ui/compare/compare-view.tsx';
import type { NamedText } from '../../ui/compare/named-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useLive } from '../../ui/use-live.ts';
import './compare-dialog.css';

/** Two texts of a prompt by the ids of their versions; null is the current text. */
export type ComparedPair = {
  readonly promptId: number;
  readonly before: number;
  readonly after: number | null;
};

export type CompareDialogProps = {
  readonly library: Library;
  readonly pair: ComparedPair;
  readonly open: boolean;
  onClose(): void;
};

/** Two versions, or a version and the current text, in all of the window. */
export function CompareDialog({ library, pair, open, onClose }: CompareDialogProps) {
  const { promptId, before, after } = pair;
  const texts = useLive(async () => {
    const [prompt, one, other] = await Promise.all([
      promptOf(library, promptId),
      namedVersion(library, before),
      after === null ? currentText(library, promptId) : namedVersion(library, after),
    ]);
    return { title: prompt?.title ?? '', one, other };
  }, [library, promptId, before, after]);
  if (texts === undefined) return null;
  const { title, one, other } = texts;
  const close = (
    <Button size="sm" onClick={onClose}>
      {t('Close')}
    </Button>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Compare')}
      description={title}
      headerEnd={close}
      width="full"
    >
      {one === null || other === null ? (
        <div className="compare-missing">
          <p>{t('One of the two texts no longer exists.')}</p>
        </div>
      ) : (
        <CompareView before={one} after={other} autoFocus />
      )}
    </Dialog>
  );
}

async function namedVersion(library: Library, versionId: number): Promise<NamedText | null> {
  const version = await versionOf(library, versionId);
  if (version === undefined) return null;
  const age = relativeTime(version.createdAt, { now: Date.now() });
  return {
    name: t('Version {number}', { number: version.version }),
    detail: `${version.description} · ${age}`,
    text: version.content,
  };
}

async function currentText(library: Library, promptId: number): Promise<NamedText | null> {
  const prompt = await promptOf(library, promptId);
  return prompt === undefined ? null : { name: t('Current text'), text: prompt.content };
}
