/** The business constants of the product, in the units that their names say. */
export const limits = {
  /** 10 MB, inclusive. */
  maxUploadBytes: 10 * 1024 * 1024,
  /** The part of a file that a client sends at once: small enough that a text never waits long behind it. */
  uploadChunkBytes: 256 * 1024,
  /** How much of a file's beginning is looked at to tell its type. */
  fileHeadBytes: 16 * 1024,
  /** UTF-16 units, as file systems count names at most. */
  fileNameLength: 255,
  resourceDescriptionLength: 2000,
  shownFileNameLength: 20,
  projectNameLength: 50,
  promptTitleLength: 50,
  usernameMinLength: 3,
  usernameMaxLength: 100,
  passwordMinLength: 6,
  passwordMaxBytes: 1024,
  displayNameMaxLength: 100,
  searchMinLength: 2,
  searchMaxLength: 1000,
  searchDebounceMs: 500,
  snippetLength: 100,
  snippetLead: 50,
  uiStateDebounceMs: 1000,
  /** After the last key. */
  autosaveDebounceMs: 500,
  /** After the first key that is not saved the text is on the disk at the latest; so long a write may take of it. */
  autosaveLatestMs: 800,
  autosaveWriteMs: 200,
  undoGroupingMs: 1000,
  historyEntriesPerPrompt: 100,
  historyPrompts: 20,
  undoToastMs: 2000,
  signOutRedirectMs: 100,
  initialsLength: 2,
  /** UTF-8 bytes of one prompt's or version's text; above what anyone pastes, below what a push carries. */
  contentMaxBytes: 2 * 1024 * 1024,
  notesMaxBytes: 1024 * 1024,
  descriptionLength: 500,
  /** Characters of a place in a person's own order; those of this app are shorter. */
  positionLength: 200,
  tagLength: 50,
  tagsPerPrompt: 50,
  labelsPerPrompt: 50,
  /** Moves of one label that its log keeps. */
  labelMoves: 20,
  /** Cells that the proof of a label's move names; and characters of a reason to move it without one. */
  proofCells: 100,
  overrideLength: 500,
  deviceNameLength: 100,
  apiTokensPerAccount: 50,
  apiTokenNameLength: 100,
  linksPerAccount: 200,
  valueSetsPerPrompt: 100,
  valueSetNameLength: 100,
  variableNameLength: 100,
  variablesPerSet: 500,
  valueMaxBytes: 128 * 1024,
  /** UTF-8 bytes of all attributes of one prompt, as JSON. */
  attributesMaxBytes: 512 * 1024,
  /** UTF-8 bytes of the settings of a prompt or version, as JSON. */
  settingsMaxBytes: 64 * 1024,
  /** Characters of a model's name, or of a text at which an answer ends. */
  settingLength: 200,
  stopTexts: 16,
  /** UTF-8 bytes of the answer of a run that is kept, and of all of it but rating and note, as JSON. */
  keptAnswerMaxBytes: 256 * 1024,
  keptRunMaxBytes: 2.5 * 1024 * 1024,
  runNoteMaxBytes: 64 * 1024,
  /** UTF-16 units of an answer with its reasoning, four times what a prompt may be: more is cut off as one without an end. */
  answerLength: 2_000_000,
  /** Runs of one model of a table of cases that fail one after the other: the rest is not run. */
  failedRunsInRow: 5,
  caseNameLength: 200,
  caseNotesMaxBytes: 64 * 1024,
  checksPerCase: 100,
  /** UTF-8 bytes of a whole test case, as JSON. */
  caseMaxBytes: 512 * 1024,
  /** Cases that are read of one file of another tool, also where lists of values multiply them. */
  casesPerFile: 10_000,
  pushMutations: 500,
  /** The most places in which one patch changes a text. */
  patchSplices: 1000,
  /** The most that a client puts into one push, unless a single mutation is larger. */
  pushBytes: 4 * 1024 * 1024,
  /** The most that the server reads of one push: a single largest mutation with its JSON escapes fits. */
  pushBodyBytes: 16 * 1024 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  /** How deep arrays and objects may lie in each other in what a client sends; what is sent has up to four. */
  jsonLevels: 32,
  /** How many values a body may hold: 500 mutations have some 10,000, a deletion of many versions as many ids. */
  jsonValues: 200_000,
  changesPage: 500,
  /** Of texts, unless a single row has more: what is read, written as JSON and compressed in one go. */
  changesPageBytes: 1024 * 1024,
  deletedKeptDays: 30,
  webhooksPerUser: 10,
  webhookUrlLength: 2048,
} as const;
