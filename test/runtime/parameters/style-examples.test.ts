import { describe, expect, test } from 'vitest';
import { InvalidParameterError } from '@speccast/runtime';
import type { OperationParameter, ValueTypes } from '@speccast/runtime';
import { exampleValues, styleExamples, type StyleExample } from './style-examples.js';
import { receive, send, type Sent } from './travel.js';

type Kind = keyof typeof exampleValues;

const types: Readonly<Record<Kind, ValueTypes>> = {
  empty: {},
  string: {},
  array: { type: 'array' },
  object: { type: 'object', properties: { R: 'integer', G: 'integer', B: 'integer' } },
};

interface Example {
  readonly parameter: OperationParameter;
  readonly kind: Kind;
  readonly text: string;
}

function examplesOf({ in: place, style, explode, ...texts }: StyleExample): readonly Example[] {
  const kinds = ['empty', 'string', 'array', 'object'] as const;
  return kinds.flatMap((kind) => {
    const text = texts[kind];
    return text === undefined
      ? []
      : [{ kind, text, parameter: { name: 'color', in: place, style, explode, ...types[kind] } }];
  });
}

function textIn({ url, headers }: Sent, place: OperationParameter['in']): string | null {
  if (place === 'query') return url.search.slice(1);
  if (place === 'path') return url.pathname.slice('/v3/films/'.length, -'/end'.length);
  return headers.get(place === 'cookie' ? 'cookie' : 'color');
}

describe('the style examples of OpenAPI', () => {
  const examples = styleExamples.flatMap(examplesOf);

  test.each(examples)('$parameter.in $parameter.style, explode $parameter.explode, $kind: $text', (example) => {
    const { parameter, kind, text } = example;
    const sent = send([parameter], { color: exampleValues[kind] });
    expect(textIn(sent, parameter.in)).toBe(text);
    expect(receive([parameter], sent)).toEqual({ color: exampleValues[kind] });
  });

  test('an empty label, and an empty text in style simple, would leave their segment of the path', () => {
    for (const style of ['label', 'simple'] as const) {
      expect(() => send([{ name: 'color', in: 'path', style }], { color: '' })).toThrow(
        new InvalidParameterError('films.list', 'color', 'must not be empty'),
      );
    }
  });
});
