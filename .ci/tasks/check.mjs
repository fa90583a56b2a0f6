import { checkComponentProps } from '../checks/component-props.mjs';
import { checkDocuments } from '../checks/documents.mjs';
import { checkFileSize } from '../checks/file-size.mjs';
import { checkFolderSize } from '../checks/folder-size.mjs';
import { checkFormatAndLint } from '../checks/format-and-lint.mjs';
import { checkFunctionLength } from '../checks/function-length.mjs';
import { checkLayers } from '../checks/layers.mjs';
import { checkPackages } from '../checks/packages.mjs';
import { checkSecrets } from '../checks/secrets.mjs';
import { checkSpecCoverage } from '../checks/spec-coverage.mjs';
import { checkStyleSheets } from '../checks/style-sheets.mjs';
import { checkTranslations } from '../checks/translations.mjs';
import { checkTypes } from '../checks/types.mjs';
import { checkUnused } from '../checks/unused.mjs';
import { checkWords } from '../checks/words.mjs';

const checks = {
  format: checkFormatAndLint,
  types: checkTypes,
  layers: () => checkLayers(),
  unused: () => checkUnused(),
  words: () => checkWords(),
  packages: () => checkPackages(),
  secrets: () => checkSecrets(),
  size: () => checkFileSize(),
  folders: () => checkFolderSize(),
  functions: ({ write }) => checkFunctionLength({ write }),
  props: () => checkComponentProps(),
  styles: () => checkStyleSheets(),
  translations: () => checkTranslations(),
  coverage: () => checkSpecCoverage(),
  documents: () => checkDocuments(),
};

/**
 * `npm run check`: checks everything that can be known of the sources without running them. Names of checks limit
 * it to these; `--write` lets the formatter mend what it can.
 */
export async function run(args) {
  const asked = args.filter((arg) => arg !== '--write');
  const unknown = asked.filter((name) => !(name in checks));
  if (unknown.length > 0) {
    console.error(
      `There is no check named ${unknown.join(', ')}; there are: ${Object.keys(checks).join(', ')}.`,
    );
    return 2;
  }
  const names = asked.length > 0 ? asked : Object.keys(checks);
  const failed = [];
  for (const name of names) {
    const started = performance.now();
    const { saw, complaints, warnings = [] } = await checks[name]({ write: args.includes('--write') });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${name.padEnd(13)}${complaints.length === 0 ? 'ok' : 'FAILED'}  ${saw}, ${seconds} s`);
    for (const complaint of complaints) console.error(indented(complaint));
    for (const warning of warnings) console.error(indented(`warning: ${warning}`));
    if (complaints.length > 0) failed.push(name);
  }
  console.log(failed.length === 0 ? `All ${names.length} checks passed.` : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {string} text */
function indented(text) {
  return text.replaceAll(/^/gm, '  ');
}
