import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { code, compileTemplate, createTemplates } from 'speccast/emitter';
import { evaluate } from './evaluate.js';
import { hostileTexts } from './hostile-texts.js';
import { readRows } from '../../rows.js';

const { rows } = readRows(import.meta.url);

function render(template: string, view: object, more: Readonly<Record<string, string>> = {}): string {
  return createTemplates(new Map(Object.entries({ 'x/t.hbs': template, ...more }))).render('x/t.hbs', view);
}

describe('helpers', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['{{str x}}', `it's`, `'it\\'s'`],
    ['{{key x}}', 'a-b', `'a-b'`],
    ['{{ident x}}', 'name', 'name'],
    ['{{num x}}', -0, '-0'],
    ['{{doc x}}', ['a */', { tag: 'deprecated', text: '' }], '/**\n * a *\\/\n * @deprecated\n */'],
    ['{{regex x}}', { pattern: 'a/b', flags: 'u' }, '/a\\/b/u'],
    ['{{code x}}', code('a < b && "c"'), 'a < b && "c"'],
    ['{{#each x}}{{str this}};{{/each}}', ['a', 'b'], `'a';'b';`],
    ['{{#if x}}yes{{else}}no{{/if}}', false, 'no'],
  ];
  test.each(cases)('%s', (given, x, want) => {
    expect(render(given, { x })).toBe(want);
  });

  test.each(hostileTexts)('{{str}} evaluates to the exact text: %j', (given) => {
    expect(evaluate(render('{{str x}}', { x: given }))).toBe(given);
  });

  const refusals: readonly (readonly [string, unknown, string])[] = [
    ['\n{{str x}}', 1, 'templates/x/t.hbs: line 2: {{str}} needs a string, not number'],
    ['{{key x}}', undefined, 'templates/x/t.hbs: line 1: {{key}} needs a string, not undefined'],
    ['{{ident x}}', 'a b', 'templates/x/t.hbs: line 1: {{ident}} Not an identifier: "a b"'],
    ['{{num x}}', '0', 'templates/x/t.hbs: line 1: {{num}} needs a number, not string'],
    ['{{doc x}}', 'text', 'templates/x/t.hbs: line 1: {{doc}} needs lines, not string'],
    ['{{doc x}}', [1], 'templates/x/t.hbs: line 1: {{doc}} needs lines of text, not number'],
    ['{{regex x}}', 'a', 'templates/x/t.hbs: line 1: {{regex}} needs {pattern, flags}, not string'],
    ['{{code x}}', 'pwned()', 'templates/x/t.hbs: line 1: {{code}} needs code(…), not string'],
    ['{{code x}}', { text: 'pwned()' }, 'templates/x/t.hbs: line 1: {{code}} needs code(…), not object'],
    ['{{#if x}}{{/if}}', undefined, 'templates/x/t.hbs: line 1: {{#if}} of something the view lacks'],
    ['\n\n{{#each x}}{{/each}}', undefined, 'templates/x/t.hbs: line 3: {{#each}} of something the view lacks'],
  ];
  test.each(refusals)('%s of %j is rejected', (given, x, want) => {
    expect(() => render(given, { x })).toThrow(want);
  });

  test('a template that does not exist is rejected by path', () => {
    expect(() => createTemplates(new Map()).render('a/b.hbs', {})).toThrow('templates/a/b.hbs: no such template');
  });
});

const templates = new URL('../../../templates/', import.meta.url);
const paths = readdirSync(templates, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.hbs'));

describe('a template', () => {
  const refusals = rows<readonly [string, string]>('refusals');
  test.each(refusals)('%j is rejected', (given, want) => {
    expect(() => compileTemplate('a.hbs', given)).toThrow(want);
  });

  test('that is rejected does not render', () => {
    expect(() => render('{{x}}', { x: 'pwned()' })).toThrow('templates/x/t.hbs:1: {{x}} writes without a helper');
  });

  test('a partial is found by its path, and checked like a template', () => {
    expect(render('{{> x/part}}', { x: 'a' }, { 'x/part.hbs': '[{{str x}}]' })).toBe(`['a']`);
    expect(() => render('{{> x/part}}', { x: 'a' }, { 'x/part.hbs': '{{x}}' })).toThrow(
      'templates/x/part.hbs:1: {{x}} writes',
    );
  });

  test('of speccast is accepted', () => {
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) compileTemplate(path, readFileSync(new URL(path, templates), 'utf8'));
  });
});

describe('a compiled template', () => {
  test('has its text, its partials and the compiled specification of handlebars', () => {
    const text = '{{> x/part}}{{str a}}';
    const source = compileTemplate('x/t.hbs', text);
    expect(
      evaluate(`(({ text, partials, specification: { main } }) => [text, partials, typeof main])(${source})`),
    ).toEqual([text, ['x/part'], 'function']);
  });

  test('is checked like any other', () => {
    expect(() => compileTemplate('x/t.hbs', '{{{a}}}')).toThrow(
      'templates/x/t.hbs:1: {{{a}}} writes raw text: use a helper',
    );
  });
});
