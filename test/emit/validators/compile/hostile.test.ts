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

/** An object with own properties, whatever they are called. */
function objectOf(...entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** A schema that has the text wherever a text can stand; it takes an object that has the text under the text. */
function schemaWith(name: string): object {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const notes = { title: name, description: name, $comment: name, examples: [name], default: name };
  return {
    ...notes,
    properties: objectOf([name, { enum: [name, objectOf([name, name])], ...notes }]),
    required: [name],
    patternProperties: objectOf([`^x${literal}y$`, { const: name }]),
    dependentRequired: objectOf([name, [name]]),
    dependentSchemas: objectOf([name, { minProperties: 1 }]),
    propertyNames: { not: { const: `${name}!` } },
    $defs: objectOf([name, { $ref: '#' }]),
    contentMediaType: name,
    [`x-${name}`]: name,
  };
}

test('no text of a schema becomes code', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (name, other) => {
      const input = { schemas: objectOf([name, schemaWith(other)]), remotes: objectOf([other, schemaWith(name)]) };
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
      expect(validator.is(objectOf([other, other]))).toBe(true);
      expect(validator.is(objectOf([other, other], [`x${other}y`, other]))).toBe(true);
      expect(validator.check({})[0]?.path).toEqual([other]);
      expect(validator.check(objectOf([other, other], [`x${other}y`, 0])).map(({ path }) => path)).toEqual([
        [`x${other}y`],
      ]);
      expect(validator.is(objectOf([other, other], [`${other}!`, 0]))).toBe(false);
      expect(Object.keys(globalThis)).not.toContain(mark);
    }),
    { numRuns: 60 },
  );
});
