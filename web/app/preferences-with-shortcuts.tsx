import { AllShortcuts } from '../features/palette/shortcut-list.tsx';
import {
  PreferencesDialog,
  type PreferencesDialogProps,
} from '../features/preferences/preferences-dialog.tsx';

/** The preferences, with the shortcuts as the palette knows them. */
export function PreferencesWithShortcuts(props: Omit<PreferencesDialogProps, 'shortcuts'>) {
  return <PreferencesDialog {...props} shortcuts={<AllShortcuts />} />;
}
