import { LuCopy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { copyText } from '../copy-text.ts';
import { IconButton } from '../icon-button.tsx';
import { useToaster } from '../provider.tsx';
import type { NamedText } from './named-text.ts';

export type CompareHeadProps = { readonly before: NamedText; readonly after: NamedText };

/** Names both sides, and copies either text. */
export function CompareHead({ before, after }: CompareHeadProps) {
  return (
    <div className="compare-head">
      <HeadOfSide side="before" sign="−" {...before} />
      <HeadOfSide side="after" sign="+" {...after} />
    </div>
  );
}

type HeadOfSideProps = NamedText & { readonly side: 'before' | 'after'; readonly sign: string };

function HeadOfSide({ side, sign, name, detail, text }: HeadOfSideProps) {
  const toaster = useToaster();

  async function copy(): Promise<void> {
    try {
      await copyText(window, text);
      toaster.show({ title: t('Copied to clipboard') });
    } catch {
      toaster.show({
        title: t('Failed to copy'),
        description: t('Could not copy to clipboard. Please try again.'),
        kind: 'destructive',
      });
    }
  }

  return (
    <div className="compare-side" data-side={side}>
      <span className="compare-sign" aria-hidden="true">
        {sign}
      </span>
      <span className="compare-name">{name}</span>
      {detail !== undefined && <span className="compare-detail">{detail}</span>}
      <IconButton
        label={t('Copy {name}', { name })}
        icon={<LuCopy />}
        size="sm"
        onClick={() => void copy()}
      />
    </div>
  );
}
