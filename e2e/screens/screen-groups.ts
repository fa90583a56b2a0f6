/** Every screen of the product, by what must be there before it can be shown, and the windows it is shown in. */

import { accountScreens } from './account-screens.ts';
import { apiTokenScreens } from './api-token-screens.ts';
import { binScreens, emptyBinScreens } from './bin-screens.ts';
import { chatScreens } from './chat-screens.ts';
import { compareScreens } from './compare-screens.ts';
import { findingScreens, findScreens } from './find-screens.ts';
import { labelNoticeScreens } from './label-notice-screens.ts';
import { linkScreens } from './link-screens.ts';
import { modelScreens } from './model-screens.ts';
import { newcomerScreens, visitorScreens } from './newcomer-screens.ts';
import { paletteScreens } from './palette-screens.ts';
import { resourceScreens } from './resource-screens.ts';
import { dialogScreens, promptScreens, type Screen, workspaceScreens } from './screens.ts';
import { syncScreens } from './sync-screens.ts';
import { transferScreens } from './transfer-screens.ts';
import { tryItScreens } from './try-it-screens.ts';
import { variableScreens } from './variable-screens.ts';
import { webhookScreens } from './webhook-screens.ts';

export type ScreenGroup = {
  readonly name: string;
  readonly signedIn: boolean;
  readonly furnished: boolean;
  readonly screens: readonly Screen[];
};

export const screenGroups: readonly ScreenGroup[] = [
  { name: 'what a visitor sees', signedIn: false, furnished: false, screens: visitorScreens },
  {
    name: 'an empty workspace',
    signedIn: true,
    furnished: false,
    screens: [...newcomerScreens, ...emptyBinScreens],
  },
  {
    name: 'the workspace',
    signedIn: true,
    furnished: true,
    screens: [...paletteScreens, ...workspaceScreens],
  },
  {
    name: 'a prompt',
    signedIn: true,
    furnished: true,
    screens: [...promptScreens, ...findScreens],
  },
  { name: 'variables', signedIn: true, furnished: true, screens: variableScreens },
  { name: 'how a prompt is run', signedIn: true, furnished: true, screens: tryItScreens },
  {
    name: 'every dialog',
    signedIn: true,
    furnished: true,
    screens: [
      ...accountScreens,
      ...apiTokenScreens,
      ...linkScreens,
      ...binScreens,
      ...compareScreens,
      ...webhookScreens,
      ...modelScreens,
      ...transferScreens,
      ...labelNoticeScreens,
      ...dialogScreens,
    ],
  },
  { name: 'a chat', signedIn: true, furnished: true, screens: chatScreens },
  { name: 'every file', signedIn: true, furnished: true, screens: resourceScreens },
  { name: 'findings', signedIn: true, furnished: true, screens: findingScreens },
  { name: 'what sync asks for', signedIn: true, furnished: true, screens: syncScreens },
];

export type ScreenWindow = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly touch: boolean;
};

/** Each walk visits every screen in its first window, and turns it to the second: a tablet is turned in the hand. */
export const screenWalks: readonly (readonly [ScreenWindow, ScreenWindow?])[] = [
  [{ name: 'a desk of 1440 × 900', width: 1440, height: 900, touch: false }],
  [
    { name: 'a tablet of 768 × 1024', width: 768, height: 1024, touch: true },
    { name: 'a tablet of 1024 × 768', width: 1024, height: 768, touch: true },
  ],
  [{ name: 'a phone of 390 × 844', width: 390, height: 844, touch: true }],
];

export const screenWindows: readonly ScreenWindow[] = screenWalks
  .flat()
  .filter((window) => window !== undefined);
