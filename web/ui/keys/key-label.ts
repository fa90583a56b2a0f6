import { t } from '#shared/language/translate.ts';

/** Returns whether this device has Apple's keys: there a command is ⌘, elsewhere Ctrl. */
export function isApple(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

/** Returns keys such as 'Ctrl+B' as this device has them. */
export function keysHere(keys: string): string {
  return isApple() ? keys.replace('Ctrl', 'Cmd') : keys;
}

/** Returns keys that are pressed together, such as 'Ctrl+Shift+Z', each as the person's keyboard names it. */
export function keyLabels(keys: string): readonly string[] {
  const labels = new Map([
    ['Cmd', '⌘'],
    ['Ctrl', t('Ctrl')],
    ['Shift', t('Shift')],
    ['Del', t('Del')],
    ['Esc', t('Esc')],
    ['Space', t('Space')],
    ['Click', t('Click')],
  ]);
  return keys.split('+').map((key) => labels.get(key) ?? key);
}

export function keyLabel(keys: string): string {
  return keyLabels(keys).join('+');
}
