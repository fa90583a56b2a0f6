/** A JSON Schema as a list of fields, with lists inside of it for the fields of fields. */
import { type Html, html } from './html.ts';
import type { JsonSchema } from './json-schemas.ts';

/** Follows references of the schema itself, of its items and its alternatives; the fields of fields lead to theirs by links. */
export function fieldsOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): Html {
  const lists = fieldsIn(schema, schemas).map(listOf);
  const type = lists.length > 1 || lists.length === 0 ? html`<p class="note">${typeOf(schema)}</p>` : '';
  return html`${type}${lists}`;
}

function listOf({ properties = {}, required = [] }: JsonSchema): Html {
  const rows = Object.entries(properties).map(([name, value]) => {
    const schema: JsonSchema = typeof value === 'object' ? value : {};
    const [more] = fieldsIn(schema, {});
    const about = schema.description === undefined ? '' : html` ${schema.description}`;
    const needed = required.includes(name) ? ', required' : '';
    return html`<li><b>${name}</b> <i>${typeOf(schema)}${needed}</i>${about}${more === undefined ? '' : listOf(more)}</li>`;
  });
  return html`<ul class="fields">${rows}</ul>`;
}

/** The schemas whose fields are those of this one, of its items or of its alternatives. */
function fieldsIn(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema[] {
  if (schema.properties !== undefined) return [schema];
  const referred = schema.$ref === undefined ? undefined : schemas[nameIn(schema.$ref)];
  if (referred !== undefined) return fieldsIn(referred, schemas);
  const { items } = schema;
  if (typeof items === 'object' && !Array.isArray(items)) return fieldsIn(items, schemas);
  return alternativesOf(schema).flatMap((one) => fieldsIn(one, schemas));
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function alternativesOf({ anyOf = [] }: JsonSchema): JsonSchema[] {
  return anyOf.filter((one) => typeof one === 'object');
}

export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return or(schema.enum.map((one) => html`<code>${JSON.stringify(one)}</code>`));
  const alternatives = alternativesOf(schema).filter(
    (one) => one.required === undefined || one.type !== undefined,
  );
  if (alternatives.length > 0) return or(alternatives.map(typeOf));
  if (schema.type === 'array') return listType(schema);
  const type = schema.format === 'date-time' ? 'time' : schema.type;
  return html`${typeof type === 'string' ? type : 'anything'}${limitsOf(schema)}`;
}

function listType({ items }: JsonSchema): Html {
  const isOne = typeof items === 'object' && !Array.isArray(items);
  return isOne ? html`list of ${typeOf(items)}` : html`list`;
}

function limitsOf({ minLength, maxLength, minimum, maximum, default: given }: JsonSchema): string {
  const most = Number.MAX_SAFE_INTEGER;
  const limits = [
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum === most ? [] : [`to ${maximum}`]),
    ...(given === undefined ? [] : [`${JSON.stringify(given)} by default`]),
  ];
  return limits.length === 0 ? '' : ` (${limits.join(', ')})`;
}

function or(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html` or ${part}`))}`;
}
