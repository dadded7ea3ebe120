import { expect, test } from 'vitest';
import { compareTexts, printChange } from './changes.js';

function buildDocument(properties: Readonly<Record<string, object>>, more: object = {}): string {
  const names = Object.entries(properties).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  // Printed by hand, because an object literal sets its prototype by `__proto__`.
  const schema = `{ "type": "object", "properties": { ${names.join(', ')} } }`;
  const content = `{ "application/json": { "schema": { "$ref": "#/components/schemas/constructor" } } }`;
  return `{ "openapi": "3.1.0", "info": { "title": "T", "version": "1.0.0" }, "paths": { "/a": { "get": {
  "operationId": "a.get", ${JSON.stringify(more).slice(1, -1)}${Object.keys(more).length > 0 ? ',' : ''}
  "responses": { "200": { "description": "D", "content": ${content} } } } } },
  "components": { "schemas": { "constructor": ${schema} } } }`;
}

test('names such as `__proto__` and `constructor` are compared like others', () => {
  const before = buildDocument({}).replace('"properties": {  }', '"properties": { "__proto__": { "type": "string" } }');
  const after = buildDocument({ constructor: { type: 'string' }, hasOwnProperty: { type: 'string' } });
  expect(compareTexts(before, after).map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    'property-removed schemas.constructor.__proto__',
    'property-added schemas.constructor.constructor',
    'property-added schemas.constructor.hasOwnProperty',
  ]);
});

test('control characters are escaped, and long texts are cut', () => {
  const nasty = '\u001B[2J\nbreaking: \u202Eall';
  const long = 'x'.repeat(5000);
  const before = buildDocument({ a: { type: 'string', enum: ['a', 'b'] } });
  const after = buildDocument({ a: { type: 'string', enum: ['a', 'b', `${long}\u0007`] }, [nasty]: {}, [long]: {} });
  const lines = compareTexts(before, after).map(printChange);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line.length).toBeLessThan(500);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  expect(lines[1]).toContain('schemas.constructor.\\u{1b}[2J\\u{a}breaking: \\u{202e}all: ');
});

test('recursive schemas with other names are compared', () => {
  const schemas = (first: string, second: string): string =>
    buildDocument({ next: { $ref: `#/components/schemas/${first}` } }).replace(
      '"schemas": {',
      `"schemas": { "${first}": { "type": "object", "properties": { "a": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/${second}" } } } } }, ${
        first === second
          ? ''
          : `"${second}": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/${first}" } } },`
      }`,
    );
  const changes = compareTexts(schemas('Loop', 'Loop'), schemas('There', 'Back'));
  expect(changes.map(({ kind, code, subject }) => `${kind} ${code} ${subject}`)).toEqual([
    'breaking schema-renamed schemas.There',
    'feature schema-added schemas.Back',
  ]);
});
