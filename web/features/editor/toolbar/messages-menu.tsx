import {
  LuBot,
  LuChevronsDownUp,
  LuChevronsUpDown,
  LuClipboardCopy,
  LuDownload,
  LuFoldVertical,
  LuMessagesSquare,
  LuSettings2,
  LuUser,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { MenuAt, MenuItem, MenuSeparator } from '../../../ui/menu/menu.tsx';
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
  /** The text is shown as rendered Markdown. */
  readonly viewing: boolean;
  /** The text is a chat: its messages can be folded. */
  isChat(): boolean;
  readonly commands: Pick<
    PaneCommands,
    'insertMessage' | 'copyMessages' | 'downloadMessages' | 'foldMessage' | 'foldMessages'
  >;
  onClose(): void;
};

/** Begins the messages of a prompt that is a chat, and takes them along. It stands beside the toolbar, which would cut it off. */
export function MessagesMenu(props: MessagesMenuProps) {
  const { anchor, canWrite, viewing, commands, onClose } = props;
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
      {anchor !== null && props.isChat() && <FoldItems {...{ viewing, commands }} />}
      <MenuItem icon={<LuClipboardCopy />} atOnce onSelect={commands.copyMessages}>
        {t('Copy as messages')}
      </MenuItem>
      <MenuItem icon={<LuDownload />} onSelect={commands.downloadMessages}>
        {t('Download messages as JSON')}
      </MenuItem>
    </MenuAt>
  );
}

function FoldItems({ viewing, commands }: Pick<MessagesMenuProps, 'viewing' | 'commands'>) {
  return (
    <>
      {!viewing && (
        <MenuItem icon={<LuFoldVertical />} onSelect={commands.foldMessage}>
          {t('Fold or open this message')}
        </MenuItem>
      )}
      <MenuItem icon={<LuChevronsDownUp />} onSelect={() => commands.foldMessages(true, viewing)}>
        {t('Fold all messages')}
      </MenuItem>
      <MenuItem icon={<LuChevronsUpDown />} onSelect={() => commands.foldMessages(false, viewing)}>
        {t('Open all messages')}
      </MenuItem>
      <MenuSeparator />
    </>
  );
}
