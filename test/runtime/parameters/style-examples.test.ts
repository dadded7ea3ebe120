import { describe, expect, test } from 'vitest';
import { InvalidParameterError } from '@speccast/runtime';
import type { OperationParameter, ValueTypes } from '@speccast/runtime';
import { readRows } from '../../rows.js';
import { readParams, writeParams, type SentParams } from './write-and-read.js';

const { rows, data } = readRows(import.meta.url);

/** A cell of the table in OpenAPI: the text of a value in one style. */
interface Example extends Pick<OperationParameter, 'in' | 'style' | 'explode'> {
  readonly kind: string;
  readonly text: string;
}

const values = data<Readonly<Record<string, unknown>>>('values');
const types = data<Readonly<Record<string, ValueTypes>>>('types');

function readText({ url, headers }: SentParams, place: OperationParameter['in']): string | null {
  if (place === 'query') return url.search.slice(1);
  if (place === 'path') return url.pathname.slice('/v3/films/'.length, -'/end'.length);
  return headers.get(place === 'cookie' ? 'cookie' : 'color');
}

describe('the style examples of OpenAPI', () => {
  test.each(rows<Example>('examples'))('$in $style, explode $explode, $kind: $text', ({ kind, text, ...way }) => {
    const parameter = { name: 'color', ...way, ...types[kind] };
    const sent = writeParams([parameter], { color: values[kind] });
    expect(readText(sent, way.in)).toBe(text);
    expect(readParams([parameter], sent)).toEqual({ color: values[kind] });
  });

  test('an empty text in the styles label and simple is rejected, because its path segment would be empty or `.`', () => {
    for (const style of ['label', 'simple'] as const) {
      expect(() => writeParams([{ name: 'color', in: 'path', style }], { color: '' })).toThrow(
        new InvalidParameterError('films.list', 'color', 'must not be empty'),
      );
    }
  });
});
