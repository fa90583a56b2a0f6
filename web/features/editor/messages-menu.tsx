import { LuBot, LuClipboardCopy, LuDownload, LuMessagesSquare, LuSettings2, LuUser } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { MenuAt, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import type { PaneCommands } from './pane-commands.ts';
import { Tool, ToolGroup } from './toolbar-frame.tsx';

/** The tool that the menu hangs at; null while it is closed. */
export type MessagesAnchor = { readonly tool: HTMLElement; readonly byKey: boolean } | null;

export type MessagesToolProps = {
  readonly disabled: boolean;
  readonly anchor: MessagesAnchor;
  onOpen(anchor: MessagesAnchor): void;
};

export function MessagesTool({ disabled, anchor, onOpen }: MessagesToolProps) {
  return (
    <ToolGroup>
      <Tool
        label={t('Messages')}
        icon={<LuMessagesSquare />}
        rest={1}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget, detail }) => onOpen({ tool: currentTarget, byKey: detail === 0 })}
      />
    </ToolGroup>
  );
}

export type MessagesMenuProps = {
  readonly anchor: MessagesAnchor;
  /** Messages can be begun. */
  readonly canWrite: boolean;
  readonly commands: Pick<PaneCommands, 'insertMessage' | 'copyMessages' | 'downloadMessages'>;
  onClose(): void;
};

/** Begins the messages of a prompt that is a chat, and takes them along. It stands beside the toolbar, which would cut it off. */
export function MessagesMenu({ anchor, canWrite, commands, onClose }: MessagesMenuProps) {
  return (
    <MenuAt
      anchor={anchor?.tool ?? null}
      byKey={anchor?.byKey ?? false}
      label={t('Messages')}
      onClose={onClose}
    >
      {canWrite && (
        <>
          <MenuItem icon={<LuSettings2 />} onSelect={() => commands.insertMessage('system')}>
            {t('Insert system message')}
          </MenuItem>
          <MenuItem icon={<LuUser />} onSelect={() => commands.insertMessage('user')}>
            {t('Insert user message')}
          </MenuItem>
          <MenuItem icon={<LuBot />} onSelect={() => commands.insertMessage('assistant')}>
            {t('Insert assistant message')}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<LuClipboardCopy />} atOnce onSelect={commands.copyMessages}>
        {t('Copy as messages')}
      </MenuItem>
      <MenuItem icon={<LuDownload />} onSelect={commands.downloadMessages}>
        {t('Download messages as JSON')}
      </MenuItem>
    </MenuAt>
  );
}
