import { t } from '#shared/language/translate.ts';
import type { Role } from '#shared/templates/chat.ts';

/** Returns the name of a role as a person reads it. */
export function roleName(role: Role): string {
  const names: Record<Role, string> = {
    system: t('System'),
    developer: t('Developer'),
    user: t('User'),
    assistant: t('Assistant'),
    tool: t('Tool'),
  };
  return names[role];
}
