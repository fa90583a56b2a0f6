import { useAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { help } from '../../features/help/feature.tsx';
import { ErrorBoundary } from '../../ui/boundary/error-screen.tsx';
import { isDialogOpen } from '../../ui/dialog/topmost.ts';
import { useKeptRequest } from '../../ui/hooks/use-kept-request.ts';
import { useLaterPart } from '../../ui/hooks/use-later-part.ts';
import { pressedKey } from '../../ui/keys/pressed-key.ts';
import { renderMarkdown } from '../prompt/rendered-markdown.tsx';

const load = async () => (await import('../../features/help/help-dialog.tsx')).HelpDialog;

/** Opens the help by F1, and draws it once it is asked for. */
export function HelpOverlay() {
  const [request, setRequest] = useAtom(help.openAtom);
  const { shown, opening } = useKeptRequest(request);
  const close = () => setRequest(null);
  const Help = useLaterPart(load, { isWanted: request !== null, onMissing: close });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (pressedKey(event) !== 'F1') return;
    event.preventDefault();
    if (!isDialogOpen()) setRequest(true);
  });
  useEffect(() => {
    const follow = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
  if (shown === null || Help === null) return null;
  return (
    <ErrorBoundary of={opening}>
      <Help key={opening} open={request !== null} onClose={close} renderMarkdown={renderMarkdown} />
    </ErrorBoundary>
  );
}
