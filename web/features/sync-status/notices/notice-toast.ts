import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Notice } from '../../../data/database/library-db.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';

type Words = {
  heading: string;
  one(name: string, other: string | undefined, moved: Notice['moved']): string;
  many(name: string, others: number): string;
};

const text = (): Record<Notice['kind'], Words> => ({
  ...textOfDeletes(),
  ...textOfNames(),
  ...textOfLabels(),
});

type NameNotice = 'nameStands' | 'nameReplaced';
type LabelNotice = 'labelReplaced';

const textOfDeletes = (): Record<Exclude<Notice['kind'], NameNotice | LabelNotice>, Words> => ({
  keptAfterDelete: {
    heading: t('Not deleted after all'),
    one: (name) =>
      t('"{name}" was changed on another device before you deleted it, so it was kept.', { name }),
    many: (name, others) =>
      t(
        '"{name}" and {others} more were changed on another device before you deleted them, so they were kept.',
        { name, others },
      ),
  },
  undoneDelete: {
    heading: t('Back again'),
    one: (name) =>
      t('"{name}", which you deleted here, was changed or restored elsewhere and is back.', { name }),
    many: (name, others) =>
      t(
        '"{name}" and {others} more, which you deleted here, were changed or restored elsewhere and are back.',
        { name, others },
      ),
  },
  keptFromDelete: {
    heading: t('Not deleted after all'),
    one: (name) =>
      t('"{name}" was deleted on another device. It stays, because it was changed here as well.', { name }),
    many: (name, others) =>
      t(
        '"{name}" and {others} more were deleted on another device. They stay, because they were changed here as well.',
        { name, others },
      ),
  },
  revivedProject: {
    heading: t('Back again'),
    one: (name, other = '') =>
      t('"{name}" was deleted on another device. It came back with "{other}", which was made in it here.', {
        name,
        other,
      }),
    many: (name, others) =>
      t(
        '"{name}" and {others} more were deleted on another device. They came back with what was made in them here.',
        { name, others },
      ),
  },
  broughtBack: {
    heading: t('Back again'),
    one: (name) =>
      t(
        '"{name}" was not here, and the server has it: it was deleted since that copy was made, or another device made it. It is here now; delete it again if you do not want it.',
        { name },
      ),
    many: (name, others) =>
      t(
        '"{name}" and {others} more were not here, and the server has them: they were deleted since that copy was made, or another device made them. They are here now; delete them again if you do not want them.',
        { name, others },
      ),
  },
});

const textOfNames = (): Record<NameNotice, Words> => ({
  nameStands: {
    heading: t('Two new names'),
    one: (name, other = '') =>
      t('"{name}" was also renamed on another device, to "{other}". Your name is newer and is kept.', {
        name,
        other,
      }),
    many: (name, others) =>
      t(
        '"{name}" and {others} more were also renamed on another device. Your names are newer and are kept.',
        { name, others },
      ),
  },
  nameReplaced: {
    heading: t('Two new names'),
    one: (name, other = '') =>
      t('"{name}", as you named it here, was renamed "{other}" on another device.', { name, other }),
    many: (name, others) =>
      t('"{name}" and {others} more, as you named them here, were renamed on another device.', {
        name,
        others,
      }),
  },
});

const textOfLabels = (): Record<LabelNotice, Words> => ({
  labelReplaced: {
    heading: t('Label moved on two devices'),
    one: movedLabel,
    many: (name, others) =>
      t(
        '"{name}" and {others} more were moved on other devices, which did not know of your moves. The later moves apply.',
        { name, others },
      ),
  },
});

function movedLabel(label: string, prompt = '', moved: Notice['moved'] = undefined): string {
  const device = isolatedName(moved?.device || t('another device'));
  if (moved?.versionId === null) {
    return t(
      '"{label}" of "{prompt}" was taken off on {device}, which did not know of your move. The later change applies.',
      { label, prompt, device },
    );
  }
  const version =
    typeof moved?.version === 'number'
      ? t('Version {number}', { number: moved.version })
      : t('another version');
  return t(
    '"{label}" of "{prompt}" was moved to {version} on {device}, which did not know of your move. The later move applies.',
    { label, prompt, version, device },
  );
}

type Noticed = Pick<Notice, 'kind' | 'title' | 'other' | 'moved'>;

/** One toast for all of them, as only one is ever seen: a sentence for each kind. Null: there is no notice. */
export function noticeToast(
  notices: readonly Noticed[],
  onShowLabels: (moved: NonNullable<Notice['moved']>) => void,
): ToastRequest | null {
  const kinds = [...new Set(notices.map(({ kind }) => kind))];
  const headings = [...new Set(kinds.map((kind) => text()[kind].heading))];
  const [heading, second] = headings;
  if (heading === undefined) return null;
  const moved = notices.findLast((notice) => notice.moved !== undefined)?.moved;
  return {
    title: second === undefined ? heading : t('Several changes on other devices'),
    description: kinds
      .map((kind) =>
        sentence(
          kind,
          notices.filter((notice) => notice.kind === kind),
        ),
      )
      .join(' '),
    // Said once, and never asked for: it stays until it is read.
    duration: Number.POSITIVE_INFINITY,
    ...(moved && { action: { label: t('Show the moves'), run: () => onShowLabels(moved) } }),
  };
}

function sentence(kind: Notice['kind'], notices: readonly Noticed[]): string {
  const named = notices.filter(({ title }) => title !== '');
  const each = new Map(named.map((notice) => [`${notice.title} ${notice.moved?.promptId ?? ''}`, notice]));
  const [first, ...more] = each.values();
  if (first === undefined)
    return t('Something you deleted was changed on another device in the meantime, so it was kept.');
  const name = isolatedName(first.title);
  const other = first.other === undefined ? undefined : isolatedName(first.other);
  return more.length > 0 ? text()[kind].many(name, more.length) : text()[kind].one(name, other, first.moved);
}
