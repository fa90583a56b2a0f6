/**
 * The measures of the screen that the product promises. Components read the times and distances from here;
 * `theme.ts` makes each width and height a custom property, `--ui-sizes-…`, for the style sheets.
 */
export const measures = {
  toastMs: 5000,
  toastSwipePx: 50,
  toastViewportPx: 420,
  tooltipDelayMs: 700,
  /** So soon after one tooltip, the next one shows at once. */
  tooltipSkipDelayMs: 300,
  previewMaxHeightPx: 400,
  searchDropdownMaxHeightPx: 300,
  tabTitleMaxPx: 120,
  tabStripFreePx: 40,
  renameDialogMaxPx: 425,
} as const;
