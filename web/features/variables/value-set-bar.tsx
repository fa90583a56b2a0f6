import { Alert, Button, Flex, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import {
  LuBookmarkPlus,
  LuCopyPlus,
  LuEllipsis,
  LuPencil,
  LuPlus,
  LuTable2,
  LuTrash2,
  LuUndo2,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu/menu.tsx';
import { SetNameDialog, type SetNaming } from './set-name-dialog.tsx';
import type { ShownValueSets } from './use-value-sets.ts';

/** A sentence with its button. */
const offer = {
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  textStyle: 'sm',
  overflowWrap: 'anywhere',
} as const;

type ValueSetBarProps = { readonly sets: ShownValueSets; onShowTable(): void };

/** Lets a person choose a value set, and make, name and delete them. */
export function ValueSetBar({ sets, onShowTable }: ValueSetBarProps) {
  const { store, chosen, values, problem } = sets;
  const [naming, setNaming] = useState<SetNaming | null>(null);
  const [deleted, setDeleted] = useState<ValueSet | null>(null);
  return (
    <Stack flex="none" gap="2" py="3" px="4" borderBottomWidth="1px">
      <Flex gap="2" css={{ '& > button': { minH: 'max({sizes.target}, 2.5rem)' } }}>
        <SetChoice sets={sets} onChosen={() => setDeleted(null)} />
        {chosen === null && values.size > 0 && (
          <IconButton
            label={t('Save as a value set')}
            icon={<LuBookmarkPlus />}
            variant="outline"
            onClick={() => setNaming({ kind: 'save', name: '' })}
          />
        )}
        {sets.sets.length > 0 && (
          <IconButton label={t('Test table')} icon={<LuTable2 />} variant="outline" onClick={onShowTable} />
        )}
        <SetMenu
          sets={sets}
          onName={setNaming}
          onDelete={(set) => void store.remove(set).then((isDone) => isDone && setDeleted(set))}
        />
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {chosen === null
          ? t('Only on this device. Save as a set to sync.')
          : t('Saved as you type, on all your devices.')}
      </Text>
      {problem !== null && (
        <Alert.Root status="error" role="alert" {...offer} py="2">
          {problem}
          <Button size="sm" onClick={() => void store.flush()}>
            {t('Try again')}
          </Button>
        </Alert.Root>
      )}
      <Flex as="p" {...offer} _empty={{ position: 'absolute' }} role="status">
        {deleted !== null && (
          <>
            <span>{t('“{name}” is deleted.', { name: deleted.name })}</span>
            <Button
              size="sm"
              onClick={() => {
                void store.restore(deleted);
                setDeleted(null);
              }}
            >
              <LuUndo2 />
              {t('Undo deletion')}
            </Button>
          </>
        )}
      </Flex>
      {naming !== null && <SetNameDialog naming={naming} sets={sets} onClose={() => setNaming(null)} />}
    </Stack>
  );
}

function SetChoice({ sets, onChosen }: { readonly sets: ShownValueSets; onChosen(): void }) {
  const { store, chosen } = sets;
  return (
    <NativeSelect.Root flex="1" minW="0">
      <NativeSelect.Field
        aria-label={t('Value set')}
        value={chosen?.id ?? ''}
        onChange={(event) => {
          onChosen();
          store.choose(event.target.value === '' ? null : Number(event.target.value));
        }}
      >
        <option value="">{t('Not saved')}</option>
        {sets.sets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

type SetMenuProps = {
  readonly sets: ShownValueSets;
  onName(naming: SetNaming): void;
  onDelete(set: ValueSet): void;
};

function SetMenu({ sets: { store, chosen, values }, onName, onDelete }: SetMenuProps) {
  const label = t('Value set actions');
  return (
    <Menu label={label} trigger={<IconButton label={label} icon={<LuEllipsis />} variant="outline" />}>
      <MenuItem icon={<LuPlus />} onSelect={() => onName({ kind: 'new', name: '' })}>
        {t('New value set')}
      </MenuItem>
      {chosen === null ? (
        <MenuItem
          icon={<LuBookmarkPlus />}
          disabled={values.size === 0}
          onSelect={() => onName({ kind: 'save', name: '' })}
        >
          {t('Save as a value set')}
        </MenuItem>
      ) : (
        <>
          <MenuItem
            icon={<LuPencil />}
            onSelect={() => onName({ kind: 'rename', name: chosen.name, set: chosen })}
          >
            {t('Rename')}
          </MenuItem>
          <MenuItem icon={<LuCopyPlus />} onSelect={() => void store.create(copyName(chosen.name))}>
            {t('Duplicate')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<LuTrash2 />} danger onSelect={() => onDelete(chosen)}>
            {t('Delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function copyName(name: string): string {
  const copy = t('Copy of {name}', { name });
  return copy.length <= limits.valueSetNameLength ? copy : name;
}
