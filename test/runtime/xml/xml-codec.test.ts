import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { xmlCodec } from '@speccast/runtime/xml';
import type { XmlPart, XmlSchema } from '@speccast/runtime/xml';
import { sampledRoots } from './arbitrary-xml.js';

const fail = (message: string): Error => new Error(message);
const contentOf = (xml: XmlPart) => ({ mediaType: 'application/xml', kind: 'xml', xml }) as const;
const read = (text: string, schema: XmlPart): unknown => xmlCodec.read(text, contentOf(schema), fail);
const write = (value: unknown, schema: XmlPart): string =>
  xmlCodec.write(value, contentOf(schema), fail).replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');

const cat: XmlSchema = { root: 'Cat', properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } };
const dog: XmlSchema = { root: 'Dog', properties: { kind: { const: 'dog' }, barks: { type: 'boolean' } } };
const tree: XmlSchema = { root: 'Tree', properties: { name: {}, children: { required: true, items: () => tree } } };

const pairs: readonly {
  readonly given: string;
  readonly schema: XmlPart;
  readonly value: unknown;
  readonly xml: string;
}[] = [
  {
    given: 'types',
    schema: {
      root: 'Pet',
      properties: { id: { type: 'integer' }, weight: { type: 'number' }, good: { type: 'boolean' }, name: {} },
    },
    value: { id: 7, weight: 1.5, good: true, name: ' Ada & <Bo> ' },
    xml: '<Pet><id>7</id><weight>1.5</weight><good>true</good><name> Ada &amp; &lt;Bo&gt; </name></Pet>',
  },
  {
    given: 'attributes, names, prefixes and namespaces',
    schema: {
      name: 'pet',
      namespace: 'urn:pets',
      prefix: 'p',
      properties: {
        id: { type: 'integer', node: 'attribute' },
        lang: { node: 'attribute', name: 'language', prefix: 'x', namespace: 'urn:x' },
        name: { name: 'title', prefix: 'p', namespace: 'urn:pets' },
      },
    },
    value: { id: 1, lang: 'a"\n', name: 'Ada' },
    xml: '<p:pet xmlns:p="urn:pets" id="1" xmlns:x="urn:x" x:language="a&quot;&#10;"><p:title>Ada</p:title></p:pet>',
  },
  {
    given: 'arrays with and without an element around them',
    schema: {
      root: 'Pet',
      properties: {
        tags: { node: 'element', items: { name: 'tag' } },
        same: { node: 'element', items: {} },
        photos: { items: { name: 'photo', type: 'integer' } },
        none: { items: {}, required: true },
        empty: { node: 'element', items: {} },
      },
    },
    value: { tags: ['a'], same: ['b'], photos: [1], none: [], empty: [] },
    xml: '<Pet><tags><tag>a</tag></tags><same><same>b</same></same><photo>1</photo><empty/></Pet>',
  },
  {
    given: 'an array as the body, and arrays in arrays',
    schema: { name: 'pets', items: { items: { type: 'integer' }, name: 'row' } },
    value: [[1, 2], [], [3]],
    xml: '<pets><row><row>1</row><row>2</row></row><row/><row><row>3</row></row></pets>',
  },
  {
    given: 'an array of a named schema as the body',
    schema: { root: 'Cats', items: () => cat },
    value: [{ kind: 'cat', lives: 9 }],
    xml: '<Cats><Cat><kind>cat</kind><lives>9</lives></Cat></Cats>',
  },
  {
    given: 'null, an empty string and an empty object',
    schema: { root: 'R', properties: { none: { type: 'integer' }, text: {}, inner: { properties: {} } } },
    value: { none: null, text: '', inner: {} },
    xml: '<R><none xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/><text/><inner/></R>',
  },
  {
    given: 'text beside attributes, CDATA, and what has no element',
    schema: {
      root: 'R',
      properties: {
        price: { properties: { currency: { node: 'attribute' }, amount: { node: 'text', type: 'number' } } },
        code: { properties: { source: { node: 'cdata' } } },
        flat: { node: 'none', properties: { a: {}, b: {} } },
      },
    },
    value: { price: { currency: 'EUR', amount: 1.5 }, code: { source: 'a]]>b<c' }, flat: { a: '1', b: '2' } },
    xml: '<R><price currency="EUR">1.5</price><code><![CDATA[a]]]]><![CDATA[>b<c]]></code><a>1</a><b>2</b></R>',
  },
  {
    given: 'references, also in circles, and combined schemas',
    schema: {
      all: [() => cat, { properties: { tree: { ref: () => tree, name: 'wood' } } }],
      root: 'Both',
    },
    value: { kind: 'cat', lives: 1, tree: { name: 'r', children: [{ name: 'leaf', children: [] }] } },
    xml: '<Both><kind>cat</kind><lives>1</lives><wood><name>r</name><children><name>leaf</name></children></wood></Both>',
  },
  {
    given: 'alternatives by a constant',
    schema: { root: 'Animals', items: { name: 'animal', one: [() => cat, () => dog] } },
    value: [
      { kind: 'dog', barks: true },
      { kind: 'cat', lives: 9 },
    ],
    xml: '<Animals><animal><kind>dog</kind><barks>true</barks></animal><animal><kind>cat</kind><lives>9</lives></animal></Animals>',
  },
  {
    given: 'alternatives by a discriminator',
    schema: {
      root: 'Animal',
      discriminator: {
        property: 'type',
        mapping: {
          c: { properties: { type: { node: 'attribute' }, n: { type: 'integer' } } },
          d: { properties: { type: { node: 'attribute' }, n: {} } },
        },
      },
    },
    value: { type: 'd', n: '5' },
    xml: '<Animal type="d"><n>5</n></Animal>',
  },
  {
    given: 'the alternative of all values that a discriminator does not name',
    schema: {
      root: 'Animal',
      discriminator: {
        property: 'type',
        mapping: { c: { properties: { type: { node: 'attribute' }, n: {} } } },
        other: { properties: { type: { node: 'attribute' }, n: { type: 'integer' } } },
      },
    },
    value: { type: 'd', n: 5 },
    xml: '<Animal type="d"><n>5</n></Animal>',
  },
  {
    given: 'alternatives of several types',
    schema: { root: 'R', properties: { a: { one: [{ type: 'integer' }, () => dog] }, b: { one: [{}, () => dog] } } },
    value: { a: 5, b: { kind: 'dog', barks: false } },
    xml: '<R><a>5</a><b><kind>dog</kind><barks>false</barks></b></R>',
  },
  {
    given: 'further properties of a type, and of none',
    schema: { root: 'R', properties: { counts: { additional: { type: 'integer' } } } },
    value: { counts: { a: 1, b: 2 }, other: { x: '1', list: ['a', 'b'] } },
    xml: '<R><counts><a>1</a><b>2</b></counts><other><x>1</x><list>a</list><list>b</list></other></R>',
  },
  {
    given: 'names that are none in XML, and those that objects have',
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

describe.each(pairs)('$given', ({ schema, value, xml }) => {
  test('is written', () => expect(write(value, schema)).toBe(xml));
  test('is read', () => expect(read(xml, schema)).toEqual(value));
});

describe('what is read', () => {
  const numbers: XmlSchema = { properties: { n: { type: 'integer' }, b: { type: 'boolean' } } };
  test.each<{ given: string; xml: string; schema: XmlPart; want: unknown }>([
    {
      given: 'prefixes that the schema does not know',
      xml: '<s:a xmlns:s="urn:s"><s:n>1</s:n></s:a>',
      schema: numbers,
      want: { n: 1 },
    },
    {
      given: 'blanks, comments and instructions',
      xml: '<!-- c --><a> <?p i?>\r\n<n> 1\n</n><!-- c --></a>',
      schema: numbers,
      want: { n: 1 },
    },
    {
      given: 'text that is not of its type',
      xml: '<a><n>x</n><b>yes</b></a>',
      schema: numbers,
      want: { n: 'x', b: 'yes' },
    },
    { given: 'other ways to write booleans', xml: '<a><b>1</b></a>', schema: numbers, want: { b: true } },
    {
      given: 'elements where a string is declared',
      xml: '<a><s><i>x</i></s></a>',
      schema: { properties: { s: {} } },
      want: { s: { i: 'x' } },
    },
    { given: 'a string where an object is declared', xml: '<a>x</a>', schema: numbers, want: 'x' },
    {
      given: 'several elements where one is declared',
      xml: '<a><n>1</n><n>2</n></a>',
      schema: numbers,
      want: { n: 2 },
    },
    {
      given: 'the declaration and a DTD',
      xml: '<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://x.test/a.dtd"><a/>',
      schema: numbers,
      want: {},
    },
  ])('$given', ({ xml, schema, want }) => expect(read(xml, schema)).toEqual(want));
});

describe('hostile XML', () => {
  const lol = `<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;">]><a>&m;</a>`;
  const file = `<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>`;
  test.each([
    { given: 'nothing', xml: '', want: 'Root element is missing or invalid (line 1, column 1)' },
    { given: 'JSON', xml: '{"a":1}', want: 'Root element is missing or invalid (line 1, column 1)' },
    { given: 'another end tag', xml: '<a>\n<b></a>', want: 'Missing end tag for element b (line 2, column 4)' },
    { given: 'two roots', xml: '<a/><b/>', want: 'Extra content at the end of the document (line 1, column 5)' },
    { given: 'an attribute twice', xml: '<a x="1" x="2"/>', want: 'Duplicate attribute: x (line 1, column 15)' },
    { given: 'entities that expand', xml: lol, want: "Named entity isn't defined: &m; (line 1, column 62)" },
    { given: 'entities in files', xml: file, want: "Named entity isn't defined: &f; (line 1, column 58)" },
    {
      given: 'deep elements',
      xml: '<a>'.repeat(201) + '</a>'.repeat(201),
      want: 'elements are nested more than 200 levels deep',
    },
    { given: 'very deep elements', xml: '<a>'.repeat(1e6), want: 'elements are nested more than 200 levels deep' },
    {
      given: 'a very long name',
      xml: `<${'a'.repeat(1e5)}>`,
      want: /: Missing end tag for element a{172}… \(line 1, column 100003\)$/,
    },
    { given: 'another root element', xml: '<b/>', schema: { name: 'a' }, want: 'the root element is <b>, not <a>' },
  ])('with $given is rejected', ({ xml, schema = {}, want }) => expect(() => read(xml, schema)).toThrow(want));

  test.each([
    { given: 'line ends', xml: `<a>${'\r'.repeat(5e5)}</a>` },
    { given: 'references', xml: `<a>${'&amp;'.repeat(1e5)}</a>` },
    { given: 'elements', xml: `<a>${'<b/>'.repeat(5e4)}</a>` },
    { given: 'names', xml: `<a>${Array.from({ length: 2e4 }, (_, index) => `<b${index}/>`).join('')}</a>` },
    { given: 'attributes', xml: `<a ${Array.from({ length: 2e4 }, (_, index) => `b${index}=""`).join(' ')}/>` },
    { given: 'open brackets', xml: `<a>${'<!['.repeat(3e5)}` },
    { given: 'comments', xml: `<a>${'<!-- -->'.repeat(1e5)}</a>` },
    { given: 'characters of two units', xml: `<a>${'😀'.repeat(3e5)}</a>` },
  ])('with many $given takes little time', { timeout: 20_000 }, ({ xml }) => {
    const outcome = (() => {
      try {
        return typeof read(xml, { type: ['object', 'string'], properties: {} });
      } catch (error) {
        return String(error);
      }
    })();
    expect(outcome).toMatch(/^(?:object|string|Error: )/);
  });

  test('never makes anything but a value or an error of ours', () => {
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

describe('what cannot be written is rejected', () => {
  const circle: { inner?: unknown } = {};
  circle.inner = circle;
  const deep = Array.from({ length: 300 }).reduce<unknown>((inner) => ({ a: inner }), 'x');
  test.each([
    {
      given: 'a character that XML cannot carry',
      value: { a: 'x\u0000' },
      want: 'cannot be written as XML: it has the character U+0000',
    },
    {
      given: 'half a character',
      value: { a: '\ud800' },
      want: 'cannot be written as XML: it has the character U+D800',
    },
    {
      given: 'a key that is no name',
      value: { '<a': 1 },
      want: 'cannot be written as XML: "<a" is no name of an element',
    },
    { given: 'a string', value: '<a/>', want: 'cannot be written as XML: it is a string, not an object' },
    { given: 'a circle', value: circle, want: 'cannot be written as JSON: it is an object' },
    { given: 'deep values', value: deep, want: 'cannot be written as XML: it is nested more than 200 levels deep' },
  ])('$given', ({ value, want }) => expect(() => write(value, { properties: {} })).toThrow(want));

  test('dates and what has `toJSON` are written as in JSON', () => {
    expect(write({ at: new Date(0), not: undefined }, { root: 'R', properties: { at: {} } })).toBe(
      '<R><at>1970-01-01T00:00:00.000Z</at></R>',
    );
  });
});

test('what is written is read as the same value, and written in the same way again', () => {
  const cases = sampledRoots.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values));
  fc.assert(
    fc.property(cases, ([schema, value]) => {
      const xml = write(value, schema);
      const found = read(xml, schema);
      expect(found).toEqual(JSON.parse(JSON.stringify(value)));
      expect(write(found, schema)).toBe(xml);
    }),
  );
});
