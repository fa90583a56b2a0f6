import { Button, Center, Flex } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { memo, useEffect, useRef } from 'react';
import { LuFilePlus2, LuMessageSquareText } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { compare } from '../../features/compare/feature.tsx';
import type { OpenTab } from '../../features/tabs/open-tab.ts';
import { TabBar } from '../../features/tabs/tab-bar.tsx';
import { promptPanelId, tabId } from '../../features/tabs/tab-ids.ts';
import type { RowAddress } from '../../session/address.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MissingAddress } from '../address/missing-address.tsx';
import type { AddressState } from '../address/use-address-target.ts';
import { OpenPrompt } from '../prompt/open-prompt.tsx';
import { FirstRun } from '../sidebar/first-run.tsx';

export interface WorkspaceMainProps {
  readonly tabs: readonly OpenTab[];
  readonly selectedId: number | null;
  /** The tab that the next look at a prompt replaces. */
  readonly previewId: number | null;
  /** The state of the address that the person went to. */
  readonly address: AddressState;
  readonly canCreate: boolean;
  /** Something lies over it. */
  readonly inert: boolean;
  /** These stay the same, so that a row that arrives draws nothing of it again. */
  readonly acts: WorkspaceMainActs;
}

export interface WorkspaceMainActs {
  onCopyLink(address: RowAddress): void;
  onSelect(promptId: number): void;
  onClose(promptId: number): void;
  onMoveTab(promptId: number, place: number): void;
  onKeepTab(promptId: number): void;
  onNewPrompt(): void;
  reopenClosed(): (() => void) | null;
  onNewProject(): void;
  /** A sample was made: its prompt is to be opened. */
  onSample(made: { id: number; projectId: number }): void;
}

export const mainId = 'workspace-main';

/** The open prompts as tabs, and the selected one. */
export const WorkspaceMain = memo(function WorkspaceMain(props: WorkspaceMainProps) {
  const { tabs, previewId, address, canCreate, inert, acts } = props;
  const { onSelect, onClose, onNewPrompt } = acts;
  const selectedId = address.kind === 'open' ? props.selectedId : null;
  const selected = tabs.find(({ id }) => id === selectedId);
  useComparisonOver(selectedId);
  return (
    <Flex as="main" id={mainId} direction="column" flex="1" minW="0" minH="0" outline="none" inert={inert}>
      <TabBar
        tabs={tabs}
        {...{ selectedId, previewId, canCreate }}
        onSelect={onSelect}
        onClose={onClose}
        onMove={acts.onMoveTab}
        onKeep={acts.onKeepTab}
        onNewPrompt={onNewPrompt}
        reopenClosed={acts.reopenClosed}
      />
      {address.kind === 'missing' ? (
        <MissingAddress address={address.address} />
      ) : address.kind !== 'open' ? null : selected === undefined ? (
        canCreate ? (
          <NoPrompt onNewPrompt={onNewPrompt} />
        ) : (
          <FirstRun onNewProject={acts.onNewProject} onSample={acts.onSample} />
        )
      ) : (
        <Flex
          id={promptPanelId}
          position="relative"
          flex="1"
          minH="0"
          css={{ '& .ui-waiting': { m: 'auto', color: 'fg.muted' } }}
          role="tabpanel"
          aria-labelledby={tabId(selected.id)}
        >
          <OpenPrompt
            tab={selected}
            tabs={tabs}
            onCopyLink={acts.onCopyLink}
            onSelect={onSelect}
            onClose={onClose}
            onEdited={selected.id === previewId ? acts.onKeepTab : null}
          />
        </Flex>
      )}
    </Flex>
  );
});

/** A comparison goes with what it lies over, when a person goes back to another prompt. */
function useComparisonOver(selectedId: number | null): void {
  const setCompared = useSetAtom(compare.openAtom);
  const seen = useRef(selectedId);
  useEffect(() => {
    if (seen.current === selectedId) return;
    seen.current = selectedId;
    setCompared(null);
  }, [selectedId, setCompared]);
}

function NoPrompt({ onNewPrompt }: { onNewPrompt(): void }) {
  return (
    <Center flex="1" minH="0" p="4" overflowY="auto">
      <EmptyState
        icon={<LuMessageSquareText />}
        title={t('No prompt selected')}
        action={
          <Button variant="solid" onClick={onNewPrompt}>
            <LuFilePlus2 />
            {t('New Prompt')}
          </Button>
        }
      >
        {t('Select a prompt from the sidebar or create a new one to get started.')}
      </EmptyState>
    </Center>
  );
}
