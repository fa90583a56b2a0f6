import { useAtom, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { LuExpand, LuFileCode, LuFileText, LuFlaskConical } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { useRunEngine } from '../../session/use-run-engine.ts';
import { FullDialog } from '../../ui/dialog/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Scroller } from '../../ui/list/scroller.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { SidePanel } from '../../ui/panel/side-panel.tsx';
import { testCases } from './cases/feature.tsx';
import type { TriedInWindow } from './feature.tsx';
import { TryItBody } from './try-it.tsx';
import { answersAsAtom } from './try-it-state.ts';
import type { TriedPrompt } from './use-try-it.ts';

/** Lent by the page. */
export type TryItLinks = {
  renderMarkdown(text: string): ReactNode;
  onOpenModels(): void;
};

type TryItPanelProps = TryItLinks & {
  readonly tried: TriedPrompt;
  onExpand(): void;
  onClose(): void;
};

/** Runs the prompt beside its text. */
export function TryItPanel({ tried, onExpand, onClose, ...links }: TryItPanelProps) {
  return (
    <SidePanel
      className="try-it-panel"
      title={t('Try it')}
      end={
        <>
          <AnswersAs />
          <OpenCases promptId={tried.promptId} />
          <IconButton icon={<LuExpand />} label={t('Open in the whole window')} onClick={onExpand} />
        </>
      }
    >
      <Tried {...{ tried, links, onClose }} isWide={false} />
    </SidePanel>
  );
}

type TryItScreenProps = TryItLinks & {
  readonly request: TriedInWindow;
  readonly open: boolean;
  onClose(): void;
};

/** Runs the prompt in the whole window, its answers side by side. */
export function TryItScreen({ request, open, onClose, ...links }: TryItScreenProps) {
  return (
    <FullDialog open={open} onClose={onClose} title={t('Try it')}>
      <Tried tried={{ ...request, text: () => null }} {...{ links, onClose }} isWide />
    </FullDialog>
  );
}

type TriedProps = {
  readonly tried: TriedPrompt;
  readonly links: TryItLinks;
  readonly isWide: boolean;
  onClose(): void;
};

function Tried({ tried, links, isWide, onClose }: TriedProps) {
  const engine = useRunEngine(onClose);
  return (
    <Scroller flex="1" minH="0" overflowY="auto" aria-label={t('Runs')}>
      {engine === null ? (
        <SkeletonRows label={t('Loading models')} />
      ) : (
        <TryItBody key={tried.promptId} {...{ engine, tried, isWide }} {...links} />
      )}
    </Scroller>
  );
}

function OpenCases({ promptId }: { readonly promptId: number }) {
  const open = useSetAtom(testCases.openAtom);
  return <IconButton icon={<LuFlaskConical />} label={t('Cases')} onClick={() => open({ promptId })} />;
}

function AnswersAs() {
  const [as, setAs] = useAtom(answersAsAtom);
  const isMarkdown = as === 'markdown';
  return (
    <IconButton
      icon={isMarkdown ? <LuFileCode /> : <LuFileText />}
      label={isMarkdown ? t('Show answers as source') : t('Show answers as Markdown')}
      onClick={() => setAs(isMarkdown ? 'source' : 'markdown')}
    />
  );
}
