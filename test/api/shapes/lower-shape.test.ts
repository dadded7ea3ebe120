import { describe, expect, test } from 'vitest';
import { Conversions } from '../../../generator/api/codecs/conversions.js';
import { lowerShape } from '../../../generator/api/shapes/lower-shape.js';
import type { Direction, Json, JsonObject } from 'speccast/emitter';
import { apiOfSchemas, modelOf } from '../lower.js';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const others = data<JsonObject>('others');

function show(schema: Json, direction: Direction = 'response', bytes = false): string {
  const api = apiOfSchemas({ Subject: schema, ...others });
  const schemas = new Map(Object.entries(api.schemas));
  return showShape(
    lowerShape(modelOf(api, 'Subject').schema, {
      direction,
      schemas,
      bytes,
      conversions: new Conversions(schemas, false),
    }),
  );
}

interface Row {
  readonly title: string;
  readonly given: Json;
  readonly want: string;
}

describe.each(Object.entries(data<Readonly<Record<string, readonly Row[]>>>('shapes')))('%s', (_, rows) => {
  test.each(rows)('$title', ({ given, want }) => {
    expect(show(given)).toBe(want);
  });
});

describe('direction', () => {
  const account = data<JsonObject>('account');

  table('direction', ({ direction, want }: { direction: Direction; want: unknown }) => {
    expect(show(account, direction)).toBe(want);
  });

  test('a request does not require what it leaves out', () => {
    const given = { allOf: [account, { required: ['id', 'secret'] }] };
    expect(show(given, 'request')).toBe('{ secret: string, state?: "on" | "off" | ... }');
  });

  test('a request does not require what a part leaves out that it refers to', () => {
    const given = {
      allOf: [{ $ref: '#/components/schemas/Named' }, { properties: { id: { type: 'string', readOnly: true } } }],
    };
    expect([show(given, 'request'), show(given, 'response')]).toEqual(['{ name: string }', '(Named & { id: string })']);
  });
});

describe('bytes', () => {
  table('in a part of a multipart body: $title', ({ given, want }: Row) => {
    expect(show(given, 'request', true)).toBe(want);
  });
});
