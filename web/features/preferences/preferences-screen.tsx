import { useOpenLibrary } from '../../session/open-library-context.ts';
import { AllShortcuts } from '../../ui/shortcuts/shortcut-list.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { languageChoice } from './language-choice.ts';
import { openAfterReload } from './open-after-reload.ts';
import { PreferencesDialog } from './preferences-dialog.tsx';

/** Connects the preferences with the app as it is kept on this device. */
export function PreferencesScreen({ open, onClose }: ScreenProps<true>) {
  const { offline, update } = useOpenLibrary();
  const reload = () => {
    openAfterReload(window);
    update.take();
  };
  return (
    <PreferencesDialog
      {...{ open, onClose }}
      language={languageChoice(window, { keep: offline.keepLanguage, reload })}
      storage={offline.readiness}
      shortcuts={<AllShortcuts />}
    />
  );
}
