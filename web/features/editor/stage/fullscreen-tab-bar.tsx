import { Button } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import { LuMinimize2, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { dotStyle } from '../../../ui/color-dot.tsx';
import { pressedKey } from '../../../ui/pressed-key.ts';
import { tabAfterClosing } from '../../../ui/tab-after-closing.ts';
import { useActAtPress } from '../../../ui/use-act-at-press.ts';
import './fullscreen-tab-bar.css';

export type FullscreenTabs = {
  readonly tabs: readonly { readonly id: number; readonly title: string; readonly color: string }[];
  onSelect(id: number): void;
  onClose(id: number): void;
};

export type FullscreenTabBarProps = FullscreenTabs & {
  readonly selectedId: number;
  onExit(): void;
};

const idOf = (promptId: number) => `fullscreen-tab-${promptId}`;

/** As the workspace's own bar: the tab list owns its tabs, because a tab may hold no close button. */
export function FullscreenTabBar({ tabs, selectedId, onSelect, onClose, onExit }: FullscreenTabBarProps) {
  function close(index: number): void {
    const tab = tabs[index];
    if (tab === undefined) return;
    const next = tabAfterClosing(tabs, { index, selectedId });
    if (next !== undefined) document.getElementById(idOf(next.id))?.focus();
    onClose(tab.id);
  }

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const tab = tabs[index];
    if (tab === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (pressedKey(event) === 'Delete') close(index);
    else {
      const next = tabs[nextIndex(pressedKey(event), index, tabs.length)];
      if (next === undefined) return;
      document.getElementById(idOf(next.id))?.focus();
    }
    event.preventDefault();
  }

  return (
    <div className="fullscreen-bar">
      <div className="fullscreen-tabs">
        <div
          role="tablist"
          aria-label={t('Open prompts')}
          aria-owns={tabs.map(({ id }) => idOf(id)).join(' ')}
        />
        {tabs.map((tab, index) => (
          <FullscreenTab
            key={tab.id}
            tab={tab}
            isSelected={tab.id === selectedId}
            onSelect={() => onSelect(tab.id)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onClose={() => close(index)}
          />
        ))}
      </div>
      <Button
        size="sm"
        aria-label={t('Exit Fullscreen')}
        data-tooltip={t('Escape does the same; in the text, press it twice')}
        onClick={onExit}
      >
        <LuMinimize2 />
        <span className="fullscreen-exit-words">{t('Exit Fullscreen')}</span>
      </Button>
    </div>
  );
}

type FullscreenTabProps = {
  readonly tab: FullscreenTabs['tabs'][number];
  readonly isSelected: boolean;
  onSelect(): void;
  onKeyDown(event: KeyboardEvent): void;
  onClose(): void;
};

function FullscreenTab({ tab, isSelected, onSelect, onKeyDown, onClose }: FullscreenTabProps) {
  const { id, title, color } = tab;
  const press = useActAtPress(onSelect);
  return (
    <div className="fullscreen-tab" data-selected={isSelected || undefined} style={dotStyle(dotColor(color))}>
      <button
        type="button"
        id={idOf(id)}
        role="tab"
        aria-selected={isSelected}
        tabIndex={isSelected ? 0 : -1}
        className="fullscreen-tab-title"
        data-tooltip={title}
        {...press}
        onKeyDown={onKeyDown}
      >
        {title}
      </button>
      <button
        type="button"
        className="fullscreen-tab-close"
        aria-label={t('Close {title}', { title })}
        onClick={onClose}
      >
        <LuX aria-hidden="true" />
      </button>
    </div>
  );
}

function nextIndex(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
