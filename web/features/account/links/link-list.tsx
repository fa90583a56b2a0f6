import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { LuBookOpen } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { ReadLink } from '#shared/model/account/read-link.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { AccountRow, AccountRows, Hint } from '../account-row.tsx';
import { EndsAt, MadeAt } from '../lifetime.tsx';

interface LinkListProps {
  readonly links: readonly ReadLink[];
  /** The id of the link that is being revoked. */
  readonly pending: number | null;
  readonly now: number;
  /** Null where all are of one prompt, which need not be named. */
  readonly titleOf: ((promptId: number) => string) | null;
  onRevoke(link: ReadLink): Promise<void>;
  /** Returns what has the focus after a link is gone. */
  finalFocus(): HTMLElement | null;
}

/** The list, and the question before a link is revoked. */
export function LinkList({ links, pending, now, titleOf, onRevoke, finalFocus }: LinkListProps) {
  const [asked, setAsked] = useState<ReadLink | null>(null);
  if (links.length === 0) {
    return (
      <Hint>
        {titleOf === null
          ? t('No link leads to this prompt.')
          : t('No link leads to a prompt. Make one from the menu of a prompt, by "Link to read...".')}
      </Hint>
    );
  }
  return (
    <>
      <AccountRows label={t('Links to read')}>
        {links.map((link) => (
          <LinkRow
            key={link.id}
            title={titleOf?.(link.promptId) ?? null}
            {...{ link, pending, now }}
            onRevoke={() => setAsked(link)}
          />
        ))}
      </AccountRows>
      <ConfirmDialog
        open={asked !== null}
        title={t('Revoke link')}
        question={t('Whoever has the link reads nothing by it from now on. This cannot be undone.')}
        confirmText={t('Revoke')}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked !== null) void onRevoke(asked);
          setAsked(null);
        }}
        finalFocus={finalFocus}
      />
    </>
  );
}

type LinkRowProps = Pick<LinkListProps, 'pending' | 'now'> & {
  readonly link: ReadLink;
  readonly title: string | null;
  onRevoke(): void;
};

function LinkRow({ link, title, pending, now, onRevoke }: LinkRowProps) {
  return (
    <AccountRow
      icon={<LuBookOpen />}
      end={
        <Button
          size="sm"
          aria-label={t('Revoke the link: {text}', { text: textOf(link) })}
          loading={pending === link.id}
          loadingText={t('Revoking...')}
          disabled={pending !== null}
          onClick={onRevoke}
        >
          {t('Revoke')}
        </Button>
      }
    >
      {title !== null && (
        <Text fontWeight="medium" dir="auto" data-own-text>
          {title}
        </Text>
      )}
      <Text>{textOf(link)}</Text>
      <Hint>
        <MadeAt at={link.createdAt} now={now} />
        {' · '}
        <EndsAt at={link.expiresAt} now={now} />
        {link.withSecrets && ` · ${t('shows what looks like a secret')}`}
      </Hint>
    </AccountRow>
  );
}

function textOf({ version }: ReadLink): string {
  return version === null ? t('Current text') : t('Version {number}', { number: version });
}
