import { Box, Input, Text } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { pressedKey } from '../../ui/keys/pressed-key.ts';
import { nextOption } from '../../ui/options/next-option.ts';
import { OptionList } from '../../ui/options/option-list.tsx';
import { entryAt } from '../../ui/options/option-rows.ts';
import { useWaitingChoice } from '../../ui/options/use-waiting-choice.ts';
import { ChoiceLine } from './choice-line.tsx';
import { choiceKey } from './text-choices.ts';
import { type ChoicesProps, useChoices } from './use-choices.ts';

const room = { '--option-room': 'min(24rem, var(--available-height) - 4rem)' };

/** A combobox (WAI-ARIA): the focus stays in the field, and the arrow keys walk through the list below it. */
export function ChoiceList(props: ChoicesProps) {
  const listId = useId();
  const { rows, query, at, isRead, ofPrompts, ...choices } = useChoices(props);
  const count = rows.stops.length;
  const optionId = (place: number) => `${listId}-${place}`;
  const label = ofPrompts ? t('Search prompts') : t('Version, label or description');
  const choice = useWaitingChoice(false, isRead, () => {
    const entry = entryAt(rows, at);
    if (entry !== undefined) choices.choose(entry);
  });
  return (
    <Box css={room}>
      <Box p="2" borderBottomWidth="1px">
        <Input
          ref={useFocus()}
          {...fieldAttributes}
          aria-label={label}
          placeholder={label}
          aria-expanded={count > 0}
          aria-controls={count > 0 ? listId : undefined}
          aria-activedescendant={count > 0 ? optionId(at) : undefined}
          value={query}
          onChange={(event) => {
            choices.type(event.target.value);
            choice.cancel();
          }}
          onKeyDown={(event) => {
            const key = pressedKey(event);
            const next = nextOption(key, at, count);
            if (next !== null) choices.setActive(next);
            else if (key === 'Enter') choice.make();
            else return;
            event.preventDefault();
          }}
        />
      </Box>
      {isRead && count === 0 ? (
        <Text role="status" py="4" px="4" color="fg.muted">
          {t('No prompt has this name.')}
        </Text>
      ) : (
        <OptionList
          list={rows}
          label={ofPrompts ? t('Prompts') : t('Versions')}
          {...{ listId, optionId }}
          keyOf={choiceKey}
          active={at}
          areTall={!ofPrompts}
          onActivate={choices.setActive}
          onChoose={choices.choose}
          renderOption={(entry) => (
            <ChoiceLine choice={entry} words={rows.words} isChosen={choices.isChosen(entry)} />
          )}
        />
      )}
    </Box>
  );
}

/** The popover leaves the focus on its button. */
function useFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

const fieldAttributes = {
  type: 'text',
  role: 'combobox',
  'aria-autocomplete': 'list',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  enterKeyHint: 'go',
} as const;
