import { LuCheck, LuFiles, LuFileText, LuHistory } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import { versionItemsOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { ColorDot } from '../../ui/color-dot.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { MarkedName } from '../../ui/options/marked-name.tsx';
import { OptionLine } from '../../ui/options/option-line.tsx';
import type { Choice, ChoiceTarget } from './text-choices.ts';

export type ChoiceLineProps = {
  readonly choice: Choice;
  /** The folded words that were looked for. */
  readonly words: readonly string[];
  readonly isChosen: boolean;
};

export function ChoiceLine({ choice, words, isChosen }: ChoiceLineProps) {
  const { target, title, name, detail, labels } = choice;
  const marked = <MarkedName {...{ title, name, words }} />;
  const icon = isChosen ? <LuCheck /> : iconOf(target);
  if (target.kind !== 'text') {
    return <OptionLine icon={icon} title={marked} detail={detail} />;
  }
  return (
    <OptionLine
      icon={icon}
      title={
        <>
          {marked}
          {labels.map((label) => (
            <span key={label} className="option-mark">
              {' '}
              {label}
            </span>
          ))}
        </>
      }
      below={detail}
      detail={target.versionId === null ? '' : <VersionAge versionId={target.versionId} />}
      kind={isChosen ? t('chosen') : ''}
    />
  );
}

/** Read with each row that is drawn: its text is read with it, and there may be a thousand. */
function VersionAge({ versionId }: { readonly versionId: number }) {
  const library = useLibrary();
  const [item] = useLive(() => versionItemsOf(library, [versionId]), [library, versionId]) ?? [];
  return item !== undefined && relativeTime(item.createdAt, { now: Date.now() });
}

function iconOf(target: ChoiceTarget) {
  switch (target.kind) {
    case 'text':
      return target.versionId === null ? <LuFileText /> : <LuHistory />;
    case 'prompt':
      return <ColorDot color={dotColor(target.color)} />;
    case 'prompts':
      return <LuFiles />;
  }
}
