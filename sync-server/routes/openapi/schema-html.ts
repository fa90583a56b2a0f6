/** A JSON Schema as a list of fields, with lists inside of it for the fields of fields. */
import { type Html, html } from './html.ts';
import type { JsonSchema } from './json-schemas.ts';

export function fieldsOf(schema: JsonSchema): Html {
  const fields = fieldsIn(schema);
  return fields === undefined ? html`<p class="note">${typeOf(schema)}</p>` : listOf(fields);
}

function listOf({ properties = {}, required = [] }: JsonSchema): Html {
  const rows = Object.entries(properties).map(([name, value]) => {
    const schema: JsonSchema = typeof value === 'object' ? value : {};
    const more = fieldsIn(schema);
    const about = schema.description === undefined ? '' : html` ${schema.description}`;
    const needed = required.includes(name) ? ', required' : '';
    return html`<li><b>${name}</b> <i>${typeOf(schema)}${needed}</i>${about}${more === undefined ? '' : listOf(more)}</li>`;
  });
  return html`<ul class="fields">${rows}</ul>`;
}

/** The schema whose fields are those of this one or of its items; undefined where there are none. */
function fieldsIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties !== undefined) return schema;
  const { items } = schema;
  if (typeof items === 'object' && !Array.isArray(items)) return fieldsIn(items);
  return alternativesOf(schema)
    .map(fieldsIn)
    .find((fields) => fields !== undefined);
}

function alternativesOf({ anyOf = [] }: JsonSchema): JsonSchema[] {
  return anyOf.filter((one) => typeof one === 'object');
}

export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
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
