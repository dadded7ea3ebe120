import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeParameter, readCookies, readQuery } from '@speccast/runtime';
import type { OperationParameter, ValueTypes } from '@speccast/runtime';
import { type Decoded } from '../../../../templates/runtime/parameters/decode-parameter.js';
import type { ParameterStyle } from '../../../../templates/runtime/operation.js';

type Part = Partial<OperationParameter>;

const object = { type: 'object', properties: { a: 'integer', b: 'boolean' } } as const;

function fromQuery(part: Part, search: string): Decoded {
  const sent = { kind: 'pairs', pairs: readQuery(search).pairs, isTaken: () => false } as const;
  return decodeParameter({ name: 'p', in: 'query', ...part }, sent);
}

function fromText(part: Part, text: string): Decoded {
  return decodeParameter({ name: 'p', in: 'path', ...part }, { kind: 'text', text });
}

function fromCookies(part: Part, header: string): Decoded {
  const sent = { kind: 'pairs', pairs: readCookies(header), isTaken: () => false } as const;
  return decodeParameter({ name: 'p', in: 'cookie', ...part }, sent);
}

function issuesOf({ issues }: Decoded): readonly string[] {
  return issues.map(({ path, message }) => ['p', ...path].join('.') + ` ${message}`);
}

describe('text becomes what the schema allows', () => {
  test.each<[NonNullable<ValueTypes['type']>, string, unknown]>([
    ['integer', '12', 12],
    ['integer', '-12', -12],
    ['integer', '+12', '+12'],
    ['integer', '012', '012'],
    ['integer', '1.0', '1.0'],
    ['integer', '0x10', '0x10'],
    ['integer', '%2012', ' 12'],
    ['integer', '', ''],
    ['integer', '9007199254740991', 9007199254740991],
    ['integer', '9007199254740993', '9007199254740993'],
    ['number', '1.5e1', 15],
    ['number', '.5', '.5'],
    ['number', '5.', '5.'],
    ['number', '1e400', '1e400'],
    ['number', 'Infinity', 'Infinity'],
    ['number', 'NaN', 'NaN'],
    ['boolean', 'true', true],
    ['boolean', 'TRUE', 'TRUE'],
    ['boolean', '1', '1'],
    ['string', '12', '12'],
    ['string', 'null', 'null'],
    ['string', '18446744073709551615', '18446744073709551615'],
    ['string', '2024-02-29T12:30:00Z', '2024-02-29T12:30:00Z'],
    ['unknown', '12', '12'],
    [['integer', 'string'], '12', 12],
    [['integer', 'string'], '12a', '12a'],
    [['integer', 'string'], '9223372036854775807', '9223372036854775807'],
    [['number', 'string'], '1.50', 1.5],
    [['boolean', 'integer', 'string'], 'true', true],
    [['boolean', 'integer'], 'yes', 'yes'],
  ])('%j: %s', (type, raw, want) => {
    expect(fromText({ type }, raw)).toEqual({ value: want, issues: [] });
  });
});

describe('a primitive, a list or an object', () => {
  const either = { type: ['integer', 'string', 'array'], items: 'integer' } as const;
  const any = { type: ['integer', 'array', 'object'], items: 'integer', properties: { a: 'integer' } } as const;

  test.each<[Part, string, unknown]>([
    [either, '?p=1', 1],
    [either, '?p=1&p=2', [1, 2]],
    [{ ...either, explode: false }, '?p=1', 1],
    [{ ...either, explode: false }, '?p=1,2', [1, 2]],
    [{ ...either, explode: false }, '?p=1%2C2', '1,2'],
    [any, '?p=1', 1],
    [any, '?p=1&p=2', [1, 2]],
    [any, '?a=1', { a: 1 }],
    [{ ...any, style: 'deepObject' }, '?p=1', 1],
    [{ ...any, style: 'deepObject' }, '?p[0]=1&p[1]=2', [1, 2]],
    [{ ...any, style: 'deepObject' }, '?p[]=1&p[]=2', [1, 2]],
    [{ ...any, style: 'deepObject' }, '?p[a]=1', { a: 1 }],
    [{ type: 'unknown' }, '?p=1&p=2', ['1', '2']],
    [{ type: 'array', explode: true, style: 'spaceDelimited' }, '?p=a%20b&p=c', ['a b', 'c']],
    [{ type: 'array', explode: false, style: 'spaceDelimited' }, '?p=a+b', ['a', 'b']],
  ])('%j of %s', (part, search, want) => {
    expect(fromQuery(part, search)).toEqual({ value: want, issues: [] });
  });

  test.each<[Part, string, unknown]>([
    [{ ...any, explode: true }, 'a=1', { a: 1 }],
    [{ ...any, explode: true }, '1,2', [1, 2]],
    [{ ...any, explode: true, style: 'matrix' }, ';a=1', { a: 1 }],
    [{ ...any, explode: true, style: 'matrix' }, ';p=1;p=2', [1, 2]],
    [{ ...any, explode: true, style: 'matrix' }, ';p=1', 1],
    [{ ...either, style: 'matrix' }, ';p=1,2', [1, 2]],
    [{ ...object, in: 'header' }, 'a, 1 ,b,\ttrue', { a: 1, b: true }],
    [{ in: 'header', type: 'array' }, '\u00a0a, b%2C', ['\u00a0a', 'b%2C']],
    [{ in: 'header', contentType: 'application/json' }, '{"a":"%41"}', { a: '%41' }],
    [{ contentType: 'text/plain', type: 'integer' }, '5', 5],
    [{ contentType: 'application/problem+json; charset=utf-8' }, '%5B1%5D', [1]],
  ])('%j of the text %s', (part, raw, want) => {
    expect(fromText(part, raw)).toEqual({ value: want, issues: [] });
  });

  test('names of a prototype and unknown names are members like all others', () => {
    const { value, issues } = fromQuery({ ...object, style: 'deepObject' }, '?p[__proto__]=1&p[constructor]=2&p[a]=3');
    expect(JSON.stringify(value)).toBe('{"__proto__":"1","constructor":"2","a":3}');
    expect(issues).toEqual([]);
    expect(JSON.stringify(fromText(object, '__proto__,1').value)).toBe('{"__proto__":"1"}');
  });

  test('a spread object takes the names that its schema lists, and others only where it speaks of them', () => {
    expect(fromQuery(object, '?a=1&z=2').value).toEqual({ a: 1 });
    expect(fromQuery({ ...object, additional: 'integer' }, '?a=1&z=2').value).toEqual({ a: 1, z: 2 });
    expect(fromQuery(object, '?z=2')).toEqual({ issues: [] });
    expect(fromCookies(object, 'a=1; z=2').value).toEqual({ a: 1 });
  });

  test('cookies keep their plus signs, and a list of them is repeated', () => {
    expect(fromCookies({ type: 'array' }, 'p=a+b;other=1; p=c%3B').value).toEqual(['a+b', 'c;']);
  });

  test('what was not sent has no value', () => {
    expect(fromQuery({}, '?q=1')).toEqual({ issues: [] });
    expect(fromQuery({ ...object, style: 'deepObject' }, '?q[a]=1')).toEqual({ issues: [] });
  });
});

describe('what cannot be decoded is an issue', () => {
  const deep = { ...object, style: 'deepObject', additional: { type: 'array', items: 'integer' } } as const;

  test.each<[Part, string, readonly string[]]>([
    [{}, '?p=%zz', ['p is not properly percent-encoded']],
    [{}, '?p=%c3%28', ['p is not properly percent-encoded']],
    [{}, '?p=%ed%a0%80', ['p is not properly percent-encoded']],
    [{}, '?p=1&p=1', ['p is given more than once']],
    [{ contentType: 'application/json' }, '?p=1&p=1', ['p is given more than once']],
    [{ contentType: 'application/json' }, '?p={', ['p is not JSON']],
    [{ contentType: 'application/json' }, `?p=${'['.repeat(200)}${']'.repeat(200)}`, ['p is not JSON']],
    [{ ...object, explode: false }, '?p=a,1,b', ['p has to hold names and values in turn']],
    [{ ...object, explode: false }, '?p=a,1,a,2', ['p.a is given more than once']],
    [{ ...object, explode: false }, '?p=a,1&p=b,true', ['p is given more than once']],
    [object, '?a=1&a=2', ['p.a is given more than once']],
    [deep, '?p[a]=1&p[a]=2', ['p.a is given more than once']],
    [deep, '?p[a]=%zz', ['p.a is not properly percent-encoded']],
    [deep, '?p=1&p[a]=2', ['p is given both as one value and in brackets']],
    [deep, '?p[a]=1&p[a][b]=2', ['p.a is given both as one value and in brackets']],
    [deep, '?p[a=1', ['p is written with brackets that do not match']],
    [deep, '?p[a]b=1', ['p is written with brackets that do not match']],
    [deep, '?p[[a]]=1', ['p is written with brackets that do not match']],
    [deep, '?p[x][0]=1&p[x][2]=1', ['p.x has items that are not numbered from 0 on']],
    [deep, '?p[x][]=1&p[x][0]=1', ['p.x has items that are not numbered from 0 on']],
    [deep, `?p${'[x]'.repeat(33)}=1`, ['p is nested too deeply']],
  ])('%j of %s', (part, search, want) => {
    expect(issuesOf(fromQuery(part, search))).toEqual(want);
  });

  test.each<[Part, string, readonly string[]]>([
    [{ style: 'label' }, 'x', ['p has to begin with `.`']],
    [{ style: 'matrix' }, 'p=x', ['p has to begin with `;`']],
    [{ style: 'matrix' }, ';q=x', ['p has to begin with `;p`']],
    [{ style: 'matrix', explode: true, type: 'array' }, ';p=x;q=y', ['p has to begin with `;p`']],
    [{ style: 'matrix', type: 'array' }, ';p=x;p=y', ['p is given more than once']],
    [{ style: 'matrix', explode: true }, ';p=x;p=y', ['p is given more than once']],
    [{ ...object, explode: true }, 'a=1,a=2', ['p.a is given more than once']],
    [{ type: 'array' }, 'a,%,c', ['p is not properly percent-encoded']],
  ])('%j of the text %s', (part, raw, want) => {
    expect(issuesOf(fromText(part, raw))).toEqual(want);
  });
});

const styles: readonly ParameterStyle[] = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
];

describe.each(styles)('style %s', (style) => {
  const types: readonly ValueTypes[] = [
    {},
    { type: 'array', items: 'integer' },
    { ...object, additional: 'string' },
    { type: ['boolean', 'integer', 'number', 'string', 'array', 'object'] },
  ];
  const noise = fc.string({ unit: fc.constantFrom(...'pab01[]=&;,.|%2C+ "{}é') });

  test('decodes whatever is sent without throwing, and gives a value or issues', () => {
    fc.assert(
      fc.property(noise, fc.boolean(), fc.constantFrom(...types), (text, explode, known) => {
        const part = { style, explode, ...known };
        const outcomes = [
          fromQuery(part, text),
          fromQuery(part, `p${text}`),
          fromCookies(part, text),
          fromText(part, text),
        ];
        for (const { value, issues } of outcomes) {
          expect(issues.every(({ message }) => message !== '')).toBe(true);
          expect(() => JSON.stringify(value)).not.toThrow();
        }
        expect(outcomes[3]).toHaveProperty('value');
      }),
      { numRuns: 300 },
    );
  });
});
