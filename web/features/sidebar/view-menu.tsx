import { Button, Text } from '@chakra-ui/react';
import { LuListFilter } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuChoices, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import { isFiltered, type TreeView, tagsOf } from './tree-view.ts';

interface ViewMenuProps {
  readonly outline: Outline;
  readonly view: TreeView;
  onView(view: TreeView): void;
}

/** Sorts the sidebar, and filters it by favourites or by a tag. */
function ViewMenu({ outline, view, onView }: ViewMenuProps) {
  const tags = tagsOf(outline);
  const shown = view.tag === null ? (view.favorites ? 'favorites' : 'all') : `tag ${view.tag}`;
  return (
    <Menu
      label={t('Sort and filter')}
      trigger={<IconButton size="sm" label={t('Sort and filter')} icon={<LuListFilter />} />}
    >
      <MenuLabel>{t('Sort by')}</MenuLabel>
      <MenuChoices
        label={t('Sort by')}
        value={view.order}
        options={[
          { value: 'own', label: t('Manual order') },
          { value: 'created', label: t('Date created') },
          { value: 'edited', label: t('Recently edited') },
          { value: 'title', label: t('Name') },
        ]}
        onChoose={(order) => onView({ ...view, order })}
      />
      <MenuSeparator />
      <MenuLabel>{t('Show')}</MenuLabel>
      <MenuChoices
        label={t('Show')}
        value={shown}
        options={[
          { value: 'all', label: t('All prompts') },
          { value: 'favorites', label: t('Favourites') },
          ...tags.map((tag) => ({ value: `tag ${tag}`, label: `#${tag}` })),
        ]}
        onChoose={(value) =>
          onView({
            order: view.order,
            favorites: value === 'favorites',
            tag: value.startsWith('tag ') ? value.slice('tag '.length) : null,
          })
        }
      />
    </Menu>
  );
}

type ViewRowProps = ViewMenuProps & { readonly count: number };

/** Says which prompts are listed, and changes that. `count`: of the prompts that are listed. */
export function ViewRow({ count, ...props }: ViewRowProps) {
  const { view, onView } = props;
  const name = view.tag === null ? t('Favourites') : `#${view.tag}`;
  return (
    <>
      <Text role="status" flex="1" truncate>
        {isFiltered(view)
          ? t('{name}: {count, plural, =0 {no prompts} one {# prompt} other {# prompts}}', { name, count })
          : t('All prompts')}
      </Text>
      {isFiltered(view) && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onView({ order: view.order, favorites: false, tag: null })}
        >
          {t('Show all')}
        </Button>
      )}
      <ViewMenu {...props} />
    </>
  );
}
