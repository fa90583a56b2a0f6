import type { Library } from '../data/database/library.ts';
import type { Session } from '../session/session.ts';
import { useToaster } from '../ui/provider.tsx';
import { useLaterPart } from '../ui/use-later-part.ts';

// Fetched last: few people open it on most days.
const loadDialog = async () => (await import('../features/account/api-tokens-dialog.tsx')).ApiTokensDialog;

interface ApiTokensOverlayProps {
  readonly library: Library;
  readonly session: Session;
  readonly now: () => number;
  readonly open: boolean;
  onClose(): void;
}

export function ApiTokensOverlay({ session, ...props }: ApiTokensOverlayProps) {
  const toaster = useToaster();
  const ApiTokensDialog = useLaterPart(loadDialog, { isWanted: props.open, onMissing: props.onClose });
  if (ApiTokensDialog === null) return null;
  return <ApiTokensDialog {...props} actions={session.account} notify={toaster.show} />;
}
