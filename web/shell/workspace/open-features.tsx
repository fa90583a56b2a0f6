import { Fragment, memo } from 'react';
import type { FeatureMenu, ListedFeature } from '../../features/feature.tsx';
import type { ListedCommand } from '../../features/palette/command-table.tsx';
import { features } from '../../features/registry.ts';
import { featureCommand, useCommands } from '../../ui/commands.ts';
import { MenuItem } from '../../ui/menu/menu.tsx';

/** Draws the features that are open, and offers the commands that open them. */
export const OpenFeatures = memo(function OpenFeatures({ projectId }: { readonly projectId: number | null }) {
  return features.map(({ name, command, Screen }) => (
    <Fragment key={name}>
      {command !== null && <FeatureCommand name={name} command={command} />}
      {Screen !== null && <Screen projectId={projectId} />}
    </Fragment>
  ));
});

type Commanded = { readonly name: string; readonly command: NonNullable<ListedFeature['command']> };

function FeatureCommand({ name, command }: Commanded) {
  const run = command.useRun();
  useCommands(() => ({ [featureCommand(name)]: run }));
  return null;
}

/** The entries of features in one of the menus. */
export function FeatureEntries({ menu }: { readonly menu: FeatureMenu }) {
  return features.map(
    ({ name, command }) => command?.menu === menu && <FeatureEntry key={name} {...{ name, command }} />,
  );
}

function FeatureEntry({ command }: Commanded) {
  const run = command.useRun();
  if (run === null) return null;
  return (
    <MenuItem icon={command.icon} onSelect={run}>
      {command.title()}
    </MenuItem>
  );
}

/** The commands that open a feature, as the palette lists them. */
export function openingCommands(): readonly ListedCommand[] {
  return features.flatMap(({ name, command }) =>
    command === null
      ? []
      : {
          id: featureCommand(name),
          title: command.title(),
          icon: command.icon,
          ...(command.also === undefined ? {} : { also: command.also() }),
        },
  );
}
