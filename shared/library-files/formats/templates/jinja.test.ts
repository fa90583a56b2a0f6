import { expect, it } from 'vitest';
import { fromJinja } from './jinja.ts';

it.each([
  ['{% raw %}{{{% endraw %} {{ name }} {% raw %}}}{% endraw %}', '{{ {{ name }} }}'],
  ['{% raw %}{# a {% endraw %} {{b}} #}', '{# a  {{b}} #}'],
  ['{%- raw -%}{{a}}{%-endraw-%} {{b}}', '\\{{a}} {{b}}'],
  ['{% raw %}{{a}} and no end', '{% raw %}{{a}} and no end'],
])('a raw part ends where it says so: %j is %j', (template, text) => {
  expect(fromJinja(template).text).toBe(text);
});

it('very many raw parts that do not end are a text', () => {
  const template = '{% raw %}'.repeat(100_000);
  expect(fromJinja(template).text).toBe(template);
});
