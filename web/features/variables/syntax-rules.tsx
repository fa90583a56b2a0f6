import { useState } from 'react';
import { LuCircleHelp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';

const inDollar = (text: string) => `$${'{'}${text}}`;

const rules = (): readonly (readonly [string, string])[] => [
  [`{{topic}}  {topic}  ${inDollar('topic')}`, t('The variable “topic”')],
  [inDollar('topic:the sea'), t('With a default')],
  ['{{topic | default: the sea}}', t('The same')],
  ['{{tone | select: warm, plain}}', t('One of a list')],
  ['{{age | number}}', t('A number; also date, textarea')],
  ['\\{{topic}}', t('No variable, but these characters')],
  ['{{> Letters/Footer}}', t('The text of another prompt')],
  ['{{> Letters/Footer@3}}', t('Its version 3; or a label, as in @production')],
  ['--- user ---', t('A line that begins a message of a chat')],
];

/** Shows how variables are written, below a button. */
export function SyntaxRules() {
  const [isOpen, setIsOpen] = useState(false);
  const label = t('How to write variables');
  return (
    <Popover
      label={label}
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton label={label} icon={<LuCircleHelp />} size="sm" />}
    >
      <h3 className="syntax-title">{label}</h3>
      <dl className="syntax-rules">
        {rules().map(([written, meaning]) => (
          <div key={written}>
            <dt>
              <code>{written}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="syntax-hint">
        {t('In fenced code nothing is a variable. The first type or default that is written holds.')}
      </p>
    </Popover>
  );
}
