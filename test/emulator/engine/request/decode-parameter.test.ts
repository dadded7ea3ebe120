import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OperationParameter, type ValueTypes } from '@speccast/runtime';
import { decodeParameter, readCookies, readQuery } from '@speccast/runtime/parameters';
import { readYaml } from '../../../rows.js';

type Part = Partial<OperationParameter>;
type Decoded = ReturnType<typeof decodeParameter>;

const object = { type: 'object', properties: { a: 'integer', b: 'boolean' } } as const;

function decodeQuery(part: Part, search: string): Decoded {
  const sent = { pairs: readQuery(search).pairs, isTaken: () => false };
  return decodeParameter({ name: 'p', in: 'query', ...part }, sent);
}

function decodeText(part: Part, text: string): Decoded {
  return decodeParameter(
    { name: 'p', in: 'path', ...part },
    {
      pairs: [{ name: 'p', value: text, raw: text }],
      isTaken: () => false,
    },
  );
}

function decodeCookies(part: Part, header: string): Decoded {
  const sent = { pairs: readCookies(header), isTaken: () => false };
  return decodeParameter({ name: 'p', in: 'cookie', ...part }, sent);
}

function describeIssues({ issues }: Decoded): readonly string[] {
  return issues.map(({ path, message }) => ['p', ...path].join('.') + ` ${message}`);
}

const rows = readYaml<{
  readonly types: readonly {
    readonly type: NonNullable<ValueTypes['type']>;
    readonly text: string;
    readonly value: unknown;
  }[];
  readonly queries: readonly { readonly parameter: Part; readonly query: string; readonly value: unknown }[];
  readonly texts: readonly { readonly parameter: Part; readonly text: string; readonly value: unknown }[];
  readonly badQueries: readonly {
    readonly parameter: Part;
    readonly query: string;
    readonly issues: readonly string[];
  }[];
  readonly badTexts: readonly { readonly parameter: Part; readonly text: string; readonly issues: readonly string[] }[];
}>(new URL('decode-parameter.yaml', import.meta.url));

describe('text is converted to a type of the schema', () => {
  test.each(rows.types)('$type: $text', ({ type, text, value }) => {
    expect(decodeText({ type }, text)).toEqual({ value, issues: [] });
  });
});

describe('decodes', () => {
  test.each(rows.queries)('$parameter of $query', ({ parameter, query, value }) => {
    expect(decodeQuery(parameter, query)).toEqual({ value, issues: [] });
  });

  test.each(rows.texts)('$parameter of the text $text', ({ parameter, text, value }) => {
    expect(decodeText(parameter, text)).toEqual({ value, issues: [] });
  });

  test('`__proto__`, `constructor` and unknown names as ordinary members', () => {
    const { value, issues } = decodeQuery(
      { ...object, style: 'deepObject' },
      '?p[__proto__]=1&p[constructor]=2&p[a]=3',
    );
    expect(JSON.stringify(value)).toBe('{"__proto__":"1","constructor":"2","a":3}');
    expect(issues).toEqual([]);
    expect(JSON.stringify(decodeText(object, '__proto__,1').value)).toBe('{"__proto__":"1"}');
  });

  test('of an exploded object the properties that its schema lists, and others only with `additional`', () => {
    expect(decodeQuery(object, '?a=1&z=2').value).toEqual({ a: 1 });
    expect(decodeQuery({ ...object, additional: 'integer' }, '?a=1&z=2').value).toEqual({ a: 1, z: 2 });
    expect(decodeQuery(object, '?z=2')).toEqual({ issues: [] });
    expect(decodeCookies(object, 'a=1; z=2').value).toEqual({ a: 1 });
  });

  test('cookies without converting plus signs, and a list from repeated cookies', () => {
    expect(decodeCookies({ type: 'array' }, 'p=a+b;other=1; p=c%3B').value).toEqual(['a+b', 'c;']);
  });

  test('undefined for parameters that were not sent', () => {
    expect(decodeQuery({}, '?q=1')).toEqual({ issues: [] });
    expect(decodeQuery({ ...object, style: 'deepObject' }, '?q[a]=1')).toEqual({ issues: [] });
  });
});

describe('reports issues for', () => {
  test.each(rows.badQueries)('$parameter of $query', ({ parameter, query, issues }) => {
    expect(describeIssues(decodeQuery(parameter, query))).toEqual(issues);
  });

  test.each(rows.badTexts)('$parameter of the text $text', ({ parameter, text, issues }) => {
    expect(describeIssues(decodeText(parameter, text))).toEqual(issues);
  });
});

const styles: readonly NonNullable<OperationParameter['style']>[] = [
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

  test('decodes any text without throwing, to a value or issues', () => {
    fc.assert(
      fc.property(noise, fc.boolean(), fc.constantFrom(...types), (text, explode, known) => {
        const part = { style, explode, ...known };
        const outcomes = [
          decodeQuery(part, text),
          decodeQuery(part, `p${text}`),
          decodeCookies(part, text),
          decodeText(part, text),
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
