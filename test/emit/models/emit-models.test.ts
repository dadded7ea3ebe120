import { describe, expect, test } from 'vitest';
import type { Model, Shape } from 'speccast/emitter';
import { emitModels } from '../../../generator/emit/models/emit-models.js';
import { api, context, fileOf, member, model, printed, unformatted } from '../code/fixture.js';
import { hostileTexts } from '../code/hostile-texts.js';
import { inspect } from '../code/inert.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

async function emitted(models: readonly Model[], path = 'src/models/things.ts'): Promise<string> {
  return printed(fileOf(emitModels(context(api({ models }))), path));
}

const text: Shape = { kind: 'string' };

describe('emitModels', () => {
  table(
    'an object is an interface with docs of what the spec says',
    async ({ shape, more }: { shape: Shape; more: Partial<Model> }) => {
      const given = model(
        'Thing',
        {
          kind: 'object',
          members: [
            member('id', text, { required: true, doc: { description: 'Set by the service.', source: 'things.md:4' } }),
            member('kind', shape, { notes: ['Default `"a"`.'] }),
            member('old-name', { kind: 'array', items: text }, { doc: { deprecated: true } }),
          ],
        },
        more,
      );
      expect(await emitted([given])).toBe(`import type { Unrecognized } from '@speccast/runtime';

/** A thing. Things last. */
export interface Thing {
  /** Set by the service. */
  readonly id: string;
  /** Default \`"a"\`. */
  readonly kind?: 'a' | 'b' | Unrecognized;
  /** @deprecated */
  readonly 'old-name'?: readonly string[];
}
`);
    },
  );

  test('an open object ends in an index signature', async () => {
    const given = model('Thing', { kind: 'object', members: [member('id', text)], rest: { kind: 'unknown' } });
    expect(await emitted([given])).toBe(`export interface Thing {
  readonly id?: string;
  /** Further fields: the spec leaves them open. */
  readonly [field: string]: unknown;
}
`);
  });

  test('a map has the type of its values', async () => {
    const given = model('Thing', { kind: 'object', members: [], rest: { kind: 'number' } });
    expect(await emitted([given])).toBe(`export interface Thing {
  readonly [field: string]: number;
}
`);
  });

  test('further members of the type of those that may be absent are in a type of their own', async () => {
    const size = member('small', { kind: 'number' });
    expect(await emitted([model('Sizes', { kind: 'object', members: [size], rest: { kind: 'number' } })])).toBe(
      'export type Sizes = {\n  readonly small?: number;\n} & { readonly [key: string]: number };\n',
    );
  });

  test('anything else is a type alias', async () => {
    expect(await emitted([model('Thing', { kind: 'union', of: [text, { kind: 'null' }] })])).toBe(
      'export type Thing = string | null;\n',
    );
  });

  test('a model of another module is imported as a type, one of its own is not', async () => {
    const other = model('Other', text, { module: 'shared' });
    const own = model('Own', text);
    const given = model('Thing', {
      kind: 'object',
      members: [
        member('other', { kind: 'reference', model: other.id }),
        member('own', { kind: 'reference', model: own.id }),
      ],
    });
    expect(await emitted([other, own, given])).toBe(`import type { Other } from './shared.js';

export type Own = string;

export interface Thing {
  readonly other?: Other;
  readonly own?: Own;
}
`);
  });

  test('an input variant is beside its model and refers to input variants', async () => {
    const inner = model('Inner', text, {
      input: { name: 'InnerInput', shape: { kind: 'number' } },
    });
    const shape: Shape = { kind: 'object', members: [member('inner', { kind: 'reference', model: inner.id })] };
    const given = model('Outer', shape, { input: { name: 'OuterInput', shape } });
    const want = `export interface Outer {
  readonly inner?: Inner;
}

/** \`Outer\` as callers send it. */
export interface OuterInput {
  inner?: InnerInput;
}
`;
    expect((await emitted([given, inner])).startsWith(want)).toBe(true);
  });

  test('a reference to no model is a mistake of ours', async () => {
    await expect(emitted([model('Thing', { kind: 'reference', model: '#/none' })])).rejects.toThrow(
      'No model has the id "#/none"',
    );
  });

  test.each(hostileTexts)('is inert with %j everywhere', (hostile) => {
    const doc = { summary: hostile, description: `${hostile}\n${hostile}`, source: hostile, deprecated: true };
    const inner = member(
      hostile,
      { kind: 'literals', values: [hostile, { [hostile]: hostile }], open: 'unrecognized' },
      { doc, notes: [hostile] },
    );
    const given = model(
      'Thing',
      {
        kind: 'object',
        members: [inner, member('inner', { kind: 'object', members: [inner] }, { doc })],
        rest: { kind: 'unknown' },
      },
      {
        doc,
        notes: [hostile],
        extensions: {
          'x-facts': [{ fact: hostile, 'x-source': hostile }],
          'x-limit': { atMost: 1, of: hostile, per: hostile },
        },
      },
    );
    const file = fileOf(
      emitModels(context(api({ models: [given, model('Alias', inner.shape, { doc })] }))),
      'src/models/things.ts',
    );
    expect(inspect(unformatted(file))).toEqual({ errors: [], pwned: false });
  });
});
