import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { xmlCodec } from '@speccast/runtime/xml';
import type { XmlPart, XmlSchema } from '@speccast/runtime/xml';
import { readRows } from '../../rows.js';
import { arbitraryBodies } from './arbitrary-xml.js';

interface Pair {
  readonly name: string;
  readonly schema: XmlPart;
  readonly value: unknown;
  readonly xml: string;
}

const { rows: table } = readRows(new URL('xml-codec.yaml', import.meta.url));
const fail = (message: string): Error => new Error(message);
const createContent = (xml: XmlPart) => ({ mediaType: 'application/xml', kind: 'xml', xml }) as const;
const read = (text: string, schema: XmlPart): unknown => xmlCodec.read(text, createContent(schema), fail);
const write = (value: unknown, schema: XmlPart): string =>
  xmlCodec.write(value, createContent(schema), fail).replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');

const cat: XmlSchema = { root: 'Cat', properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } };
const dog: XmlSchema = { root: 'Dog', properties: { kind: { const: 'dog' }, barks: { type: 'boolean' } } };
const tree: XmlSchema = { root: 'Tree', properties: { name: {}, children: { required: true, items: () => tree } } };

const pairs: readonly Pair[] = [
  ...table<Pair>('pairs'),
  {
    name: 'an array of a named schema as the body',
    schema: { root: 'Cats', items: () => cat },
    value: [{ kind: 'cat', lives: 9 }],
    xml: '<Cats><Cat><kind>cat</kind><lives>9</lives></Cat></Cats>',
  },
  {
    name: 'references, also cyclic ones, and combined schemas',
    schema: {
      all: [() => cat, { properties: { tree: { ref: () => tree, name: 'wood' } } }],
      root: 'Both',
    },
    value: { kind: 'cat', lives: 1, tree: { name: 'r', children: [{ name: 'leaf', children: [] }] } },
    xml: '<Both><kind>cat</kind><lives>1</lives><wood><name>r</name><children><name>leaf</name></children></wood></Both>',
  },
  {
    name: 'alternatives by a constant',
    schema: { root: 'Animals', items: { name: 'animal', one: [() => cat, () => dog] } },
    value: [
      { kind: 'dog', barks: true },
      { kind: 'cat', lives: 9 },
    ],
    xml: '<Animals><animal><kind>dog</kind><barks>true</barks></animal><animal><kind>cat</kind><lives>9</lives></animal></Animals>',
  },
  {
    name: 'alternatives of several types',
    schema: { root: 'R', properties: { a: { one: [{ type: 'integer' }, () => dog] }, b: { one: [{}, () => dog] } } },
    value: { a: 5, b: { kind: 'dog', barks: false } },
    xml: '<R><a>5</a><b><kind>dog</kind><barks>false</barks></b></R>',
  },
  {
    name: 'names that are invalid in XML, and names that objects inherit',
    schema: { root: 'R', properties: { $id: {}, '1a': {}, ['__proto__']: {}, constructor: {} } },
    value: Object.fromEntries([
      ['$id', 'a'],
      ['1a', 'b'],
      ['__proto__', 'c'],
      ['constructor', 'd'],
    ]),
    xml: '<R><_id>a</_id><_1a>b</_1a><__proto__>c</__proto__><constructor>d</constructor></R>',
  },
];

describe.each(pairs)('$name', ({ schema, value, xml }) => {
  test('is written', () => expect(write(value, schema)).toBe(xml));
  test('is read', () => expect(read(xml, schema)).toEqual(value));
});

describe('reading accepts', () => {
  test.each(table<{ name: string; xml: string; schema: XmlPart; want: unknown }>('readings'))(
    '$name',
    ({ xml, schema, want }) => expect(read(xml, schema)).toEqual(want),
  );
});

describe('hostile XML', () => {
  test.each(table<{ name: string; xml: string; schema?: XmlPart; want: string }>('hostile'))(
    'with $name is rejected',
    ({ xml, schema = {}, want }) => expect(() => read(xml, schema)).toThrow(want),
  );

  test('with elements deeper than 200 levels is rejected', () => {
    const nested = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    expect(() => read(nested(200), {})).not.toThrow();
    expect(() => read(nested(201), {})).toThrow('elements are nested more than 200 levels deep');
  });

  test('with a very long name is rejected, with a part of the name in the error', () => {
    expect(() => read(`<${'a'.repeat(1e5)}>`, {})).toThrow(
      /: Missing end tag for element a{172}… \(line 1, column 100003\)$/,
    );
  });

  test.each([
    { name: 'line ends', xml: `<a>${'\r'.repeat(5e5)}</a>` },
    { name: 'references', xml: `<a>${'&amp;'.repeat(1e5)}</a>` },
    { name: 'elements', xml: `<a>${'<b/>'.repeat(5e4)}</a>` },
    { name: 'names', xml: `<a>${Array.from({ length: 2e4 }, (_, index) => `<b${index}/>`).join('')}</a>` },
    { name: 'attributes', xml: `<a ${Array.from({ length: 2e4 }, (_, index) => `b${index}=""`).join(' ')}/>` },
    { name: 'open brackets', xml: `<a>${'<!['.repeat(3e5)}` },
    { name: 'comments', xml: `<a>${'<!-- -->'.repeat(1e5)}</a>` },
    { name: 'characters of two units', xml: `<a>${'😀'.repeat(3e5)}</a>` },
  ])('with many $name takes little time', { timeout: 20_000 }, ({ xml }) => {
    const outcome = (() => {
      try {
        return typeof read(xml, { type: ['object', 'string'], properties: {} });
      } catch (error) {
        return String(error);
      }
    })();
    expect(outcome).toMatch(/^(?:object|string|Error: )/);
  });

  test('results in a value or an error with a position', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      'a',
      '="',
      '"',
      '&',
      ';',
      '<a>',
      '</a>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<!DOCTYPE a [',
      ']',
      '&#0;',
      '&#x41;',
      '__proto__',
      'xmlns:',
      '\r',
      '\0',
      '\ud800',
    );
    const inputs = fc.array(pieces, { maxLength: 30 }).map((found) => found.join(''));
    fc.assert(
      fc.property(inputs, fc.boolean(), (text, isInside) => {
        try {
          read(isInside ? `<a>${text}</a>` : text, tree);
        } catch (error) {
          expect(error).toHaveProperty('message', expect.stringMatching(/\(line \d+, column \d+\)$|levels deep$/));
        }
      }),
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('writing rejects', () => {
  const circle: { inner?: unknown } = {};
  circle.inner = circle;
  const deep = Array.from({ length: 300 }).reduce<unknown>((inner) => ({ a: inner }), 'x');
  test.each([
    {
      name: 'a character that XML does not allow',
      value: { a: 'x\u0000' },
      want: 'cannot be written as XML: it has the character U+0000',
    },
    {
      name: 'half a character',
      value: { a: '\ud800' },
      want: 'cannot be written as XML: it has the character U+D800',
    },
    {
      name: 'a key that is not a valid name',
      value: { '<a': 1 },
      want: 'cannot be written as XML: "<a" is not a name of an element',
    },
    { name: 'a string', value: '<a/>', want: 'cannot be written as XML: it is a string, not an object' },
    { name: 'a cyclic object', value: circle, want: 'cannot be written as JSON: it is an object' },
    { name: 'deep values', value: deep, want: 'cannot be written as XML: it is nested more than 200 levels deep' },
  ])('$name', ({ value, want }) => expect(() => write(value, { properties: {} })).toThrow(want));

  test('dates and objects with `toJSON` are written as in JSON', () => {
    expect(write({ at: new Date(0), not: undefined }, { root: 'R', properties: { at: {} } })).toBe(
      '<R><at>1970-01-01T00:00:00.000Z</at></R>',
    );
  });
});

test('a written value is read as the same value, and written in the same way again', () => {
  const cases = arbitraryBodies.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values));
  fc.assert(
    fc.property(cases, ([schema, value]) => {
      const xml = write(value, schema);
      const found = read(xml, schema);
      expect(found).toEqual(JSON.parse(JSON.stringify(value)));
      expect(write(found, schema)).toBe(xml);
    }),
  );
});
