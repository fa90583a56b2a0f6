import { Button, Text } from '@chakra-ui/react';
import { memo } from 'react';
import { LuListFilter } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuCheck, MenuChoices, MenuLabel, MenuSeparator } from '../../ui/menu/menu.tsx';
import { isFiltered, type TreeOrder, type TreeView, tagsOf } from './tree-view.ts';

interface ViewMenuProps {
  readonly outline: Outline;
  readonly view: TreeView;
  onView(view: TreeView): void;
}

/** Sorts the sidebar, and filters it by favourites and by tags. */
function ViewMenu({ outline, view, onView }: ViewMenuProps) {
  const { favorites, tags } = view;
  const withOrWithout = (tag: string) =>
    tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag];
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
      <MenuLabel>{t('Show only')}</MenuLabel>
      <MenuCheck staysOpen checked={favorites} onToggle={() => onView({ ...view, favorites: !favorites })}>
        {t('Favourites')}
      </MenuCheck>
      {tagsOf(outline).map((tag) => (
        <MenuCheck
          key={tag}
          staysOpen
          checked={tags.includes(tag)}
          onToggle={() => onView({ ...view, tags: withOrWithout(tag) })}
        >
          {`#${tag}`}
        </MenuCheck>
      ))}
    </Menu>
  );
}

type ViewRowProps = ViewMenuProps & { readonly count: number };

/** Says which prompts are listed and in which order, and changes that. `count`: of the prompts that are listed. */
export const ViewRow = memo(function ViewRow({ count, ...props }: ViewRowProps) {
  const { view, onView } = props;
  const name = [...(view.favorites ? [t('Favourites')] : []), ...view.tags.map((tag) => `#${tag}`)].join(' ');
  const shown = isFiltered(view)
    ? t('{name}: {count, plural, =0 {no prompts} one {# prompt} other {# prompts}}', { name, count })
    : t('All prompts');
  const inWords = `${shown} · ${orderInWords(view.order)}`;
  return (
    <>
      <Text role="status" flex="1" truncate title={inWords}>
        {inWords}
      </Text>
      {isFiltered(view) && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onView({ order: view.order, favorites: false, tags: [] })}
        >
          {t('Show all')}
        </Button>
      )}
      <ViewMenu {...props} />
    </>
  );
});

function orderInWords(order: TreeOrder): string {
  switch (order) {
    case 'own':
      return t('in manual order');
    case 'created':
      return t('by date created');
    case 'edited':
      return t('last edited first');
    case 'title':
      return t('by title');
  }
}
