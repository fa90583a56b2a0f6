import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from '@swc/core/Visitor.js';
import { cruise } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.mjs';
import { root } from '../places.mjs';

/** A run that reads nothing finds nothing: below this, the reader is broken, not the project in order. */
const fewestModules = 60;

// The reader's walk through a file knows no `using` and throws at it: to us it is a declaration like any other.
const visitKnownStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function visitStatement(statement) {
  if (statement.type !== 'UsingDeclaration') return visitKnownStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

/** The layers of `.dependency-cruiser.mjs`. */
export async function checkLayers({ folder = root, fewest = fewestModules } = {}) {
  const parts = ['shared', 'web', 'sync-server', 'e2e', 'bench'].filter((part) =>
    existsSync(join(folder, part)),
  );
  const { options, ...ruleSet } = config;
  const { output } = await cruise(parts, { ...options, baseDir: folder, ruleSet, validate: true });
  const modules = output.modules.filter(({ source }) => parts.some((part) => source.startsWith(`${part}/`)));
  const comments = new Map(ruleSet.forbidden.map(({ name, comment }) => [name, comment]));
  const complaints = output.summary.violations.map(
    ({ from, to, rule, cycle }) =>
      `${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to}: ${rule.name}: ${comments.get(rule.name)}`,
  );
  if (modules.length < fewest) {
    complaints.push(
      `only ${modules.length} modules were read, fewer than ${fewest}: the layers were not checked`,
    );
  }
  return { saw: `${modules.length} modules`, complaints };
}
