/**
 * Finds components with more than ten props: what a component can read itself is no prop, and values that always
 * travel together are one. The props of a Chakra or HTML element that a component hands on are not counted, nor are
 * components of tests.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

export const mostProps = 10;

/** A run that reads nothing finds nothing: below this, the reader is broken, not the project in order. */
const fewestComponents = 300;

const tests = /\.(test|spec)\.\w+$|-(suite|scene|samples)\.tsx?$|(^|\/)testing\//;

/** Complains about each component with more than ten props of its own. */
export function checkComponentProps({
  folder = root,
  files = trackedFiles(folder),
  fewest = fewestComponents,
} = {}) {
  const module = moduleReader(folder);
  const found = files
    .filter((file) => file.endsWith('.tsx') && !tests.test(file))
    .flatMap((file) => module(file).components.map(({ name, type }) => ({ file, name, type })));
  const complaints = found.flatMap(({ file, name, type }) => {
    const props = [...namesOf(type, { file, module })];
    if (props.length <= mostProps) return [];
    return [`${file}: ${name} has ${props.length} props, more than ${mostProps}: ${props.join(', ')}`];
  });
  if (found.length < fewest) {
    complaints.push(`only ${found.length} components with props were read, fewer than ${fewest}`);
  }
  return { saw: `${found.length} components with props`, complaints };
}

/** Returns a function that reads each module once: its components, its types and where others come from. */
function moduleReader(folder) {
  const modules = new Map();
  return (file) => {
    if (!modules.has(file)) modules.set(file, readModule(join(folder, file)));
    return modules.get(file);
  };
}

function readModule(path) {
  const read = { components: [], types: new Map(), imports: new Map() };
  if (!existsSync(path)) return read;
  const program = parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x') });
  for (const item of program.body) {
    if (item.type === 'ImportDeclaration') {
      for (const { local, imported } of item.specifiers) {
        read.imports.set(local.value, { from: item.source.value, name: (imported ?? local).value });
      }
    } else {
      readDeclaration(item.declaration ?? item.decl ?? item, read);
    }
  }
  return read;
}

function readDeclaration(node, { components, types }) {
  if (node.type === 'TsInterfaceDeclaration') types.set(node.id.value, node);
  if (node.type === 'TsTypeAliasDeclaration') types.set(node.id.value, node.typeAnnotation);
  if (node.type === 'FunctionDeclaration') addComponent(node.identifier.value, node);
  if (node.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations) addComponent(id.value, functionIn(init));
  }

  function addComponent(name, declared) {
    const parameter = declared?.params?.[0];
    const type = (parameter?.pat ?? parameter)?.typeAnnotation?.typeAnnotation;
    if (type !== undefined && type !== null && /^[A-Z]/.test(name)) components.push({ name, type });
  }
}

/** Returns the function that a variable holds, also inside of `memo` or `forwardRef`. */
function functionIn(node) {
  return node?.type === 'CallExpression' ? functionIn(node.arguments[0]?.expression) : node;
}

/** Returns the names of a type's members that are written in this project. @returns {Set<string>} */
function namesOf(type, place) {
  switch (type?.type) {
    case 'TsTypeLiteral':
      return new Set(type.members.map(({ key }) => key?.value).filter(Boolean));
    case 'TsInterfaceDeclaration': {
      const inherited = type.extends.flatMap((each) => [
        ...referenced(each.expression, each.typeArguments, place),
      ]);
      return new Set([...inherited, ...namesOf({ type: 'TsTypeLiteral', members: type.body.body }, place)]);
    }
    case 'TsIntersectionType':
    case 'TsUnionType':
      return new Set(type.types.flatMap((each) => [...namesOf(each, place)]));
    case 'TsParenthesizedType':
      return namesOf(type.typeAnnotation, place);
    case 'TsTypeReference':
      return referenced(type.typeName, type.typeParams, place);
    default:
      return new Set();
  }
}

function referenced(identifier, parameters, place) {
  const [first, second] = parameters?.params ?? [];
  switch (identifier.value) {
    case 'Partial':
    case 'Readonly':
    case 'Required':
      return namesOf(first, place);
    case 'Pick':
      return namesOf(first, place).intersection(literalsOf(second));
    case 'Omit':
      return namesOf(first, place).difference(literalsOf(second));
    default:
      return declaredNames(identifier.value, place);
  }
}

function declaredNames(name, { file, module }) {
  const { types, imports } = module(file);
  if (types.has(name)) return namesOf(types.get(name), { file, module });
  const source = imports.get(name);
  const from = source === undefined ? null : resolved(source.from, file);
  return from === null ? new Set() : declaredNames(source.name, { file: from, module });
}

/** Returns the file that a module means; null for a package. */
function resolved(from, file) {
  if (from.startsWith('#shared/')) return from.slice(1);
  return from.startsWith('.') ? normalize(join(dirname(file), from)) : null;
}

/** @returns {Set<string>} */
function literalsOf(type) {
  const each = type?.type === 'TsUnionType' ? type.types : [type];
  return new Set(each.map((one) => one?.literal?.value));
}
