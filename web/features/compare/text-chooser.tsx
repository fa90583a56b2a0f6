import { Button, Span, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { LuChevronDown } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { Popover } from '../../ui/menu/popover.tsx';
import { ChoiceList } from './choice-list.tsx';
import type { ComparedText, ReadSide } from './compared-texts.ts';

export type TextChooserProps = {
  readonly place: 'before' | 'after';
  readonly side: ReadSide;
  /** The texts are of two prompts: the title stands here. */
  readonly hasTitle: boolean;
  readonly startsOpen: boolean;
  onChoose(text: ComparedText): void;
};

/** Names a side of the comparison, and lets a person choose another text for it. */
export function TextChooser({ place, side, hasTitle, startsOpen, onChoose }: TextChooserProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDue, setIsDue] = useState(startsOpen);
  const lines = linesOf(side, hasTitle);
  const label = place === 'before' ? t('First text') : t('Second text');
  function start(): void {
    setIsDue(false);
    setIsOpen(true);
  }
  return (
    <Popover
      fills
      side="start"
      label={label}
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          variant="ghost"
          flex="1"
          minW="0"
          h="auto"
          px="1.5"
          py="1"
          // The rows below would cover an outline around it.
          _focusVisible={{ outlineOffset: '-2px' }}
          // Once the dialog has given it the focus: a list that is open before the dialog is closes it along with itself.
          {...(isDue && { 'data-autofocus': '', onFocus: start })}
        >
          <VisuallyHidden>{`${label}: `}</VisuallyHidden>
          <Stack as="span" flex="0 1 auto" minW="0" gap="0" textAlign="start">
            <Span truncate fontWeight="semibold" dir="auto">
              {lines.name}
            </Span>
            {lines.detail !== '' && (
              <Span truncate fontSize="xs" fontWeight="normal" dir="auto" color={lines.color}>
                {lines.detail}
              </Span>
            )}
          </Stack>
          <LuChevronDown aria-hidden />
          <Span flex="1" />
        </Button>
      }
    >
      <ChoiceList
        chosen={side.of}
        onChoose={(text) => {
          setIsOpen(false);
          onChoose(text);
        }}
      />
    </Popover>
  );
}

function linesOf({ of, text }: ReadSide, hasTitle: boolean) {
  const color = 'fg.muted';
  if (of === null) return { name: t('Choose a text'), detail: '', color };
  if (text === null) return { name: t('No longer exists'), detail: '', color };
  const name = hasTitle ? text.title : text.name;
  const rest = hasTitle ? [text.name, text.detail] : [text.detail];
  const shown = text.isGone ? [t('Deleted meanwhile'), ...rest] : rest;
  const detail = shown.filter((words) => words !== '').join(' · ');
  return { name, detail, color: text.isGone ? 'danger.fg' : color };
}
