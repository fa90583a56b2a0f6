import { chakra, Text, VisuallyHidden } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { foldLetters } from '#shared/text/fuzzy-match.ts';
import { pinsOf, snippetNames } from '../../../data/queries/snippet-choices.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { useStableAct } from '../../../ui/hooks/use-stable-act.ts';
import { pressedKey } from '../../../ui/keys/pressed-key.ts';
import { type Choice, type Completion, chosenRange, completionAt, rankedNames } from './completion.ts';
import { FloatingBox } from './floating-box.ts';
import { belowOrAbove } from './floating-place.ts';
import type { SnippetSurface, SnippetToolsProps } from './snippet-surface.ts';

type OpenCompletion = Completion & { readonly at: number };

/** Lists prompts, versions and labels for the reference that is being written. */
export function SnippetCompletion({ surface, promptId }: SnippetToolsProps) {
  const library = useLibrary();
  const { open, close } = useCompletion(surface);
  const isOpen = open !== null;
  const names = useLive(
    async () => (isOpen ? rankedNames(await snippetNames(library, promptId)) : null),
    [library, promptId, isOpen],
  );
  const pinned = open?.pinned ?? null;
  const [project, title] = [pinned?.name.project, pinned?.name.title];
  const pins = useLive(
    async () =>
      project === undefined || title === undefined
        ? null
        : { project, title, found: await pinsOf(library, { project, title }) },
    [library, project, title],
  );
  const known = pins?.project === project && pins?.title === title ? pins?.found : undefined;
  const choices = useMemo(() => {
    if (open === null) return null;
    if (pinned !== null && known != null) return pinChoices(pinned, known);
    return names == null ? null : names.rank(open.query);
  }, [open, pinned, known, names]);
  if (open === null || choices === null) return null;
  return createPortal(
    <Choices
      // Another query begins at its first choice.
      key={open.query}
      {...{ surface, open, choices, close }}
      hasPins={pinned !== null && known != null}
    />,
    document.body,
  );
}

type Pins = NonNullable<Awaited<ReturnType<typeof pinsOf>>>;

function pinChoices({ name, query }: NonNullable<Completion['pinned']>, pins: Pins): Choice[] {
  const wanted = foldLetters(query);
  return pins
    .filter(({ written }) => written.startsWith(wanted))
    .slice(0, 50)
    .map(({ pin, detail }) => ({ name, pin, detail }));
}

type ChoicesProps = {
  readonly surface: SnippetSurface;
  readonly open: OpenCompletion;
  readonly choices: readonly Choice[];
  readonly hasPins: boolean;
  close(): void;
};

function Choices({ surface, open, choices, hasPins, close }: ChoicesProps) {
  const listId = useId();
  const [active, setActive] = useState(0);
  const optionId = (place: number) => `${listId}-${place}`;

  function choose(place: number, isOpen = false): boolean {
    const choice = choices[place];
    if (choice === undefined) return false;
    const { text, start, caret } = surface.caretLine();
    const { from, to, insert } = chosenRange(text, { from: open.from, caret }, { choice, isOpen });
    if (!isOpen) close();
    surface.replace({ from: start + from, to: start + to }, insert);
    surface.focus();
    return true;
  }
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = pressedKey(event);
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && choices.length > 0) {
      setActive((active + by + choices.length) % choices.length);
      return true;
    }
    if (key === 'Escape') {
      close();
      return true;
    }
    if ((key === 'Enter' || key === 'Tab') && !event.shiftKey) return choose(active);
    return key === '@' && !hasPins && choose(active, true);
  });
  useEffect(() => surface.onKey((event) => onKey(event)), [surface]);
  useComboboxAttributes(surface, { listId, activeId: choices.length > 0 ? optionId(active) : null });
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  return (
    <FloatingBox
      as="div"
      p="1"
      style={belowOrAbove(surface.boxAt(open.at), { width: 352, height: 288 })}
      // The text keeps the focus, whatever is pressed here.
      onPointerDown={(event) => event.preventDefault()}
    >
      <VisuallyHidden role="status">
        {t('{count, plural, =0 {No suggestions} one {# suggestion} other {# suggestions}}', {
          count: choices.length,
        })}
      </VisuallyHidden>
      {choices.length === 0 && (
        <Text px="3" py="2" color="fg.muted">
          {t('No prompt has this name.')}
        </Text>
      )}
      <Options {...{ listId, choices, hasPins, active, optionId, choose }} onActivate={setActive} />
    </FloatingBox>
  );
}

/** Styles the options too: each typed letter draws all of them, and style props of each would take their time. */
const ListBox = chakra('div', {
  base: {
    '& > [role=option]': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: 'target',
      px: '3',
      borderRadius: 'md',
      cursor: 'pointer',
      '&[aria-selected=true]': { bg: 'bg.selected' },
    },
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& span:last-child': {
      flex: 'none',
      maxW: '50%',
      ms: 'auto',
      color: 'fg.muted',
      fontSize: 'xs',
    },
  },
});

type OptionsProps = Pick<ChoicesProps, 'choices' | 'hasPins'> & {
  readonly listId: string;
  readonly active: number;
  optionId(place: number): string;
  onActivate(place: number): void;
  choose(place: number): boolean;
};

function Options({ listId, choices, hasPins, active, optionId, onActivate, choose }: OptionsProps) {
  return (
    <ListBox id={listId} role="listbox" aria-label={hasPins ? t('Versions and labels') : t('Prompts')}>
      {choices.map((choice, place) => (
        <Option
          key={`${choice.name.project}/${choice.name.title}@${labelOf(choice)}`}
          id={optionId(place)}
          {...{ choice }}
          isActive={place === active}
          onActivate={() => onActivate(place)}
          onChoose={() => choose(place)}
        />
      ))}
    </ListBox>
  );
}

type OptionProps = {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  onActivate(): void;
  onChoose(): void;
};

function Option({ id, choice, isActive, onActivate, onChoose }: OptionProps) {
  const { name, pin, detail } = choice;
  // The keys come from the text, which keeps the focus.
  const option = {
    ...{ role: 'option', 'aria-selected': isActive },
    ...{ onPointerMove: onActivate, onClick: onChoose },
  };
  return (
    <div id={id} {...option}>
      <span dir="auto">{pin === null ? name.title : labelOf(choice)}</span>
      <span dir="auto">{pin === null ? name.project : detail}</span>
    </div>
  );
}

function labelOf({ pin }: Choice): string {
  if (pin === null) return '';
  return pin.kind === 'version' ? t('Version {number}', { number: pin.version }) : pin.label;
}

function useComboboxAttributes(
  { dom }: SnippetSurface,
  { listId, activeId }: { readonly listId: string; readonly activeId: string | null },
): void {
  useEffect(() => {
    dom.setAttribute('aria-autocomplete', 'list');
    dom.setAttribute('aria-controls', listId);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        dom.removeAttribute(name);
    };
  }, [dom, listId]);
  useEffect(() => {
    if (activeId === null) dom.removeAttribute('aria-activedescendant');
    else dom.setAttribute('aria-activedescendant', activeId);
  }, [dom, activeId]);
}

/** Follows the caret; it opens by typing, and never by moving into a reference that is there. */
function useCompletion(surface: SnippetSurface) {
  const [open, setOpen] = useState<OpenCompletion | null>(() => openAt(surface));
  const [closed] = useState(() => ({ at: -1 }));
  const close = useStableAct(() => {
    closed.at = open?.at ?? -1;
    setOpen(null);
  });
  useEffect(() => {
    const stopText = surface.onText(() => {
      const next = document.activeElement === surface.dom ? openAt(surface) : null;
      if (next === null) closed.at = -1;
      setOpen(next === null || next.at === closed.at ? null : next);
    });
    const stopCaret = surface.onCaret(() =>
      setOpen((before) => {
        const next = before === null ? null : openAt(surface);
        return next?.at === before?.at ? next : null;
      }),
    );
    const leave = () => setOpen(null);
    surface.dom.addEventListener('blur', leave);
    addEventListener('scroll', leave, { capture: true, passive: true });
    return () => {
      stopText();
      stopCaret();
      surface.dom.removeEventListener('blur', leave);
      removeEventListener('scroll', leave, true);
    };
  }, [surface, closed]);
  return { open, close };
}

function openAt(surface: SnippetSurface): OpenCompletion | null {
  const { text, start, caret } = surface.caretLine();
  const found = completionAt(text, caret);
  return found === null ? null : { ...found, at: start + found.from };
}
