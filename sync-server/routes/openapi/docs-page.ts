/**
 * The document as a page: plain HTML with a style sheet and no script, so that the policy for the content of our pages
 * holds for it as it is.
 */
import type { AnswerObject, ApiDocument, OperationObject, ParameterObject, Reference } from './document.ts';
import type { HeaderParameter } from './headers.ts';
import { type Html, html } from './html.ts';
import type { JsonSchema } from './json-schemas.ts';
import { fieldsOf, typeOf } from './schema-html.ts';

type Listed = { method: string; path: string; operation: OperationObject };

export function docsPage(document: ApiDocument): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Listed => ({ method: method.toUpperCase(), path, operation }),
    ),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    listed: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const { title, version, description } = document.info;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<div class="columns">
<nav aria-label="Operations">
${groups.map(
  ({ name, listed }) => html`<p><a href="#${name}"><strong>${name}</strong></a></p>
<ul>${listed.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>
`,
)}<p><a href="#Schemas"><strong>Schemas</strong></a></p>
</nav>
<main>
<h1>${title} API</h1>
<p class="note">Version ${version} · <a href="openapi.json">openapi.json</a> (OpenAPI ${document.openapi})</p>
<p class="lead">${withCode(description)}</p>
${Object.entries(document.components.securitySchemes).map(([name, scheme]) => html`<p class="note"><b>${name}</b>: ${withCode(scheme.description)}</p>`)}
${groups.map(
  ({ name, description: about, listed }) => html`<section aria-labelledby="${name}">
<h2 id="${name}">${name}</h2>
<p class="note">${about}</p>
${listed.map((one) => operationHtml(one, document))}
</section>
`,
)}<section aria-labelledby="Schemas">
<h2 id="Schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaHtml(name, schema, document))}
</section>
</main>
</div>
</body>
</html>
`;
  return page.text;
}

function operationHtml({ method, path, operation }: Listed, document: ApiDocument): Html {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const described = parameters.map((one) => parameterOf(one, document));
  const bodies = Object.entries(requestBody?.content ?? {});
  return html`<details>
<summary><span class="method">${method}</span><span class="path">${path}</span><span class="about">${summary}</span></summary>
<div class="inside" id="${operationId}">
${description === undefined ? '' : html`<p class="note">${withCode(description)}</p>`}
<p class="note">${securityText(security)}</p>
${described.length === 0 ? '' : html`<h3>Parameters</h3><ul class="fields">${described.map(parameterHtml)}</ul>`}
${bodies.map(
  ([type, { schema }]) => html`<h3>Body: ${type}</h3>
<p class="note">${requestBody?.description ?? ''}</p>${schema === undefined ? '' : fieldsOf(schema, document.components.schemas)}`,
)}
<h3>Answers</h3>
<ul class="fields">${Object.entries(responses).map(([status, one]) => answerHtml(status, answerOf(one, document), document))}</ul>
</div>
</details>
`;
}

function securityText(security: OperationObject['security']): string {
  if (security.length === 0) return 'Open to anybody.';
  const ways = security.flatMap((one) =>
    Object.entries(one).map(([name, scopes]) =>
      [name, ...(scopes.length > 0 ? [`(${scopes.join(', ')})`] : [])].join(' '),
    ),
  );
  return `Needs: ${ways.join(' or ')}.`;
}

function parameterHtml({ name, in: where, schema, ...more }: ParameterObject | HeaderParameter): Html {
  const about = 'description' in more ? html` ${withCode(more.description)}` : '';
  return html`<li><b>${name}</b> <i>${where}, ${typeOf(schema)}${more.required ? ', required' : ''}</i>${about}</li>`;
}

function answerHtml(
  status: string,
  { description, headers, content = {} }: AnswerObject,
  { components }: ApiDocument,
): Html {
  const own = Object.keys(headers).filter((name) => name !== 'X-Promptory' && name !== 'X-Request-Id');
  const [[type, media] = []] = Object.entries(content);
  const isProblem = type === 'application/problem+json';
  const kinds = isProblem ? ['a problem'] : Object.keys(content);
  return html`<li><b>${status}</b> <i>${[...kinds, ...own].join(', ')}</i>
${withCode(description)}${isProblem || media?.schema === undefined ? '' : fieldsOf(media.schema, components.schemas)}</li>`;
}

function schemaHtml(name: string, schema: JsonSchema, { components }: ApiDocument): Html {
  return html`<details>
<summary><span class="path">${name}</span></summary>
<div class="inside" id="schema-${name}">${fieldsOf(schema, components.schemas)}</div>
</details>
`;
}

/** Shows as code the parts between backticks. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function parameterOf(
  parameter: ParameterObject | Reference,
  { components }: ApiDocument,
): ParameterObject | HeaderParameter {
  if (!('$ref' in parameter)) return parameter;
  const found = new Map<string, HeaderParameter>(Object.entries(components.parameters)).get(
    nameOf(parameter),
  );
  if (found === undefined) throw new Error(`${parameter.$ref} is nowhere.`);
  return found;
}

function answerOf(answer: AnswerObject | Reference, { components }: ApiDocument): AnswerObject {
  if (!('$ref' in answer)) return answer;
  const found = components.responses[nameOf(answer)];
  if (found === undefined) throw new Error(`${answer.$ref} is nowhere.`);
  return found;
}
