import { describe, expect, test } from 'vitest';
import { InvalidParameterError } from '@speccast/runtime';
import type { OperationParameter, ValueTypes } from '@speccast/runtime';
import { readRows } from '../../rows.js';
import { receive, send, type Sent } from './travel.js';

const { rows, data } = readRows(import.meta.url);

/** A cell of the table: how a kind of value is written. */
interface Example extends Pick<OperationParameter, 'in' | 'style' | 'explode'> {
  readonly kind: string;
  readonly text: string;
}

const values = data<Readonly<Record<string, unknown>>>('values');
const types = data<Readonly<Record<string, ValueTypes>>>('types');

function textIn({ url, headers }: Sent, place: OperationParameter['in']): string | null {
  if (place === 'query') return url.search.slice(1);
  if (place === 'path') return url.pathname.slice('/v3/films/'.length, -'/end'.length);
  return headers.get(place === 'cookie' ? 'cookie' : 'color');
}

describe('the style examples of OpenAPI', () => {
  test.each(rows<Example>('examples'))('$in $style, explode $explode, $kind: $text', ({ kind, text, ...way }) => {
    const parameter = { name: 'color', ...way, ...types[kind] };
    const sent = send([parameter], { color: values[kind] });
    expect(textIn(sent, way.in)).toBe(text);
    expect(receive([parameter], sent)).toEqual({ color: values[kind] });
  });

  test('an empty label, and an empty text in style simple, would leave their segment of the path', () => {
    for (const style of ['label', 'simple'] as const) {
      expect(() => send([{ name: 'color', in: 'path', style }], { color: '' })).toThrow(
        new InvalidParameterError('films.list', 'color', 'must not be empty'),
      );
    }
  });
});
