import { describe, expect, test } from 'vitest';
import { printShape } from 'speccast/emitter';
import type { Shape } from 'speccast/emitter';
import { member } from '../fixture.js';

const names = {
  model: (id: string) => id,
  media: () => 'Media',
  codec: (id: string) => id,
  unrecognized: () => 'Unrecognized',
};

const text: Shape = { kind: 'string' };

const number: Shape = { kind: 'number' };

const either: Shape = { kind: 'union', of: [text, number] };

const thing: Shape = { kind: 'reference', model: 'Thing' };

describe('printShape', () => {
  const cases: readonly (readonly [string, Shape, string])[] = [
    ['unknown', { kind: 'unknown' }, 'unknown'],
    ['never', { kind: 'never' }, 'never'],
    ['null', { kind: 'null' }, 'null'],
    ['bytes', { kind: 'binary' }, 'Media'],
    ['a model', thing, 'Thing'],
    ['an array', { kind: 'array', items: text }, 'readonly string[]'],
    ['an array of alternatives', { kind: 'array', items: either }, 'readonly (string | number)[]'],
    ['an array of arrays', { kind: 'array', items: { kind: 'array', items: text } }, 'readonly (readonly string[])[]'],
    ['closed literals', { kind: 'literals', values: ['a', 1, null, -0], open: false }, `'a' | 1 | null | 0`],
    ['an enum', { kind: 'literals', values: ['a', 'b'], open: 'unrecognized' }, `'a' | 'b' | Unrecognized`],
    ['an enum beside any string', { kind: 'literals', values: ['a', 'b'], open: 'any' }, `'a' | 'b' | (string & {})`],
    ['a resource name', { kind: 'template', texts: ['a/', '/b/', ''] }, '`a/${string}/b/${string}`'],
    [
      'a list of resource names',
      { kind: 'array', items: { kind: 'template', texts: ['a/', ''] } },
      'readonly `a/${string}`[]',
    ],
    ['no literals', { kind: 'literals', values: [], open: false }, 'never'],
    [
      'a literal array',
      { kind: 'literals', values: [['a', { b: 1 }, {}]], open: false },
      `readonly ['a', { readonly b: 1 }, { readonly [key: string]: never }]`,
    ],
    [
      'an array of open literals',
      { kind: 'array', items: { kind: 'literals', values: ['a'], open: 'any' } },
      `readonly ('a' | (string & {}))[]`,
    ],
    [
      'a tuple',
      { kind: 'tuple', items: [text, either], required: 1, rest: either },
      'readonly [string, (string | number)?, ...(string | number)[]]',
    ],
    ['a closed tuple', { kind: 'tuple', items: [either], required: 1 }, 'readonly [string | number]'],
    ['a union, each part once', { kind: 'union', of: [text, thing, text, { kind: 'never' }] }, 'string | Thing'],
    ['an empty union', { kind: 'union', of: [] }, 'never'],
    ['an intersection', { kind: 'intersection', of: [thing, either] }, 'Thing & (string | number)'],
    ['an empty intersection', { kind: 'intersection', of: [] }, 'unknown'],
    ['an object of which nothing is known', { kind: 'object', members: [] }, '{ readonly [key: string]: unknown; }'],
    ['a map', { kind: 'object', members: [], rest: number }, '{ readonly [key: string]: number; }'],
    [
      'an object',
      {
        kind: 'object',
        members: [member('a', text, { required: true, doc: { description: 'An a.' } }), member('b-c', number)],
      },
      "{\n/** An a. */\nreadonly a: string;\nreadonly 'b-c'?: number;\n}",
    ],
  ];
  test.each(cases)('%s', (_, given, want) => {
    expect(printShape(given, names)).toBe(want);
  });

  test('an index signature has the type of the rest where every member fits it', () => {
    const given: Shape = { kind: 'object', members: [member('a', number, { required: true })], rest: number };
    expect(printShape(given, names)).toBe('{\nreadonly a: number;\nreadonly [key: string]: number;\n}');
  });

  test.each([
    ['unknown where a member is of another type', member('a', text), number, '\nreadonly [key: string]: unknown;\n}'],
    ['apart where a member may be absent', member('a', number), number, '} & { readonly [key: string]: number; })'],
    [
      'apart where a member is of one of its types',
      member('a', number),
      either,
      '} & { readonly [key: string]: string | number; })',
    ],
  ])('an index signature is %s', (_, given, rest, want) => {
    const shape: Shape = { kind: 'object', members: [given], rest };
    expect(printShape(shape, names)).toContain(want);
  });

  test('a member called `__proto__` stays a member', () => {
    expect(printShape({ kind: 'object', members: [member('__proto__', text)] }, names)).toContain(
      'readonly __proto__?: string;',
    );
  });
});
