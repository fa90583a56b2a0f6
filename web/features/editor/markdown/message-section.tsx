import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { LuChevronDown } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Role } from '#shared/templates/chat.ts';

export type MessageSectionProps = {
  readonly role: Role;
  readonly folded: boolean;
  onToggle(): void;
  /** Something in the folded message was found. */
  onFound(): void;
  readonly children: ReactNode;
};

/** A message of a rendered chat; its role folds it. */
export function MessageSection({ role, folded, onToggle, onFound, children }: MessageSectionProps) {
  const name = useId();
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // React knows the attribute as true or false alone.
    if (folded) content.current?.setAttribute('hidden', 'until-found');
    else content.current?.removeAttribute('hidden');
  }, [folded]);
  useEffect(() => {
    const place = content.current;
    place?.addEventListener('beforematch', onFound);
    return () => place?.removeEventListener('beforematch', onFound);
  }, [onFound]);
  return (
    <section className="markdown-message" data-role={role} aria-labelledby={name}>
      <p className="markdown-role">
        <button type="button" className="markdown-fold" aria-expanded={!folded} onClick={onToggle}>
          <LuChevronDown aria-hidden />
          <span id={name}>{roleName(role)}</span>
        </button>
      </p>
      <div ref={content}>{children}</div>
    </section>
  );
}

/** Returns the name of a role as a person reads it. */
function roleName(role: Role): string {
  const names: Record<Role, string> = {
    system: t('System'),
    developer: t('Developer'),
    user: t('User'),
    assistant: t('Assistant'),
    tool: t('Tool'),
  };
  return names[role];
}
