import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { printSchemas, runModule } from '../../../conformance/compile-module.js';
import { readRows } from '../../../rows.js';

const { rows } = readRows(import.meta.url);

const mark = 'speccastWasHere';

afterEach(() => {
  Reflect.deleteProperty(globalThis, mark);
});

const pieces = rows<string>('pieces');
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((parts) => parts.join(''));

/** Builds an object with own properties of any name, also `__proto__`. */
function buildObject(...entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** Builds a schema that contains the name everywhere. It accepts `{ [name]: name }`. */
function buildSchema(name: string): object {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const notes = { title: name, description: name, $comment: name, examples: [name], default: name };
  return {
    ...notes,
    properties: buildObject([name, { enum: [name, buildObject([name, name])], ...notes }]),
    required: [name],
    patternProperties: buildObject([`^x${literal}y$`, { const: name }]),
    dependentRequired: buildObject([name, [name]]),
    dependentSchemas: buildObject([name, { minProperties: 1 }]),
    propertyNames: { not: { const: `${name}!` } },
    $defs: buildObject([name, { $ref: '#' }]),
    contentMediaType: name,
    [`x-${name}`]: name,
  };
}

test('no text of a schema becomes code', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (name, other) => {
      const input = {
        schemas: buildObject([name, buildSchema(other)]),
        remotes: buildObject([other, buildSchema(name)]),
      };
      const { code } = printSchemas({
        file: `${name}.json`,
        text: JSON.stringify(input),
        formats: 'assert',
        positions: true,
      });
      expect(code).not.toMatch(/[\u2028\u2029\u202E\0]|<\/script|^import /im);
      const validators = await runModule(code ?? '');
      const validator: (typeof validators)[string] = Object.getOwnPropertyDescriptor(validators, name)?.value;
      expect(Object.keys(validators)).toEqual([name]);
      expect(validator.is(buildObject([other, other]))).toBe(true);
      expect(validator.is(buildObject([other, other], [`x${other}y`, other]))).toBe(true);
      expect(validator.check({})[0]?.path).toEqual([other]);
      expect(validator.check(buildObject([other, other], [`x${other}y`, 0])).map(({ path }) => path)).toEqual([
        [`x${other}y`],
      ]);
      expect(validator.is(buildObject([other, other], [`${other}!`, 0]))).toBe(false);
      expect(Object.keys(globalThis)).not.toContain(mark);
    }),
    { numRuns: 60 },
  );
});
