import { LuTag } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { MenuAt, MenuCheck, MenuItem, MenuSeparator } from '../../ui/menu/menu.tsx';
import { useNotify } from '../../ui/provider.tsx';
import type { Labels } from './use-labels.ts';
import { offeredLabels } from './version-labels.ts';
import type { OpenVersionMenu } from './version-menu.tsx';
import { placedOn, useVersionPlaces } from './version-places.ts';

export type LabelsMenuProps = OpenVersionMenu & { readonly labels: Labels; onDismiss(): void };

/** Puts a label of the prompt on a version by one press, or takes it off; another label is typed in the dialog. */
export function LabelsMenu({ version, anchor, labels, onDismiss }: LabelsMenuProps) {
  const notify = useNotify();
  const placeOf = useVersionPlaces(labels);

  async function move(label: string, isHere: boolean): Promise<void> {
    const problem = await labels.move(label, isHere ? null : version);
    if (problem !== null) {
      notify({ title: t('Label not moved'), description: problem, kind: 'destructive' });
    }
  }

  return (
    <MenuAt
      anchor={anchor}
      label={t('Labels of version {number}', { number: version.version })}
      onClose={onDismiss}
    >
      {offeredLabels(labels.labels).map((offered) => {
        const isHere = offered.versionId === version.id;
        const isElsewhere = offered.versionId !== null && !isHere;
        return (
          <MenuCheck
            key={offered.label}
            checked={isHere}
            hint={isElsewhere ? placedOn(offered, version.id, placeOf) : undefined}
            onToggle={() => void move(offered.label, isHere)}
          >
            {offered.label}
          </MenuCheck>
        );
      })}
      <MenuSeparator />
      <MenuItem icon={<LuTag />} onSelect={() => labels.askForLabels(version)}>
        {t('Other...')}
      </MenuItem>
    </MenuAt>
  );
}
