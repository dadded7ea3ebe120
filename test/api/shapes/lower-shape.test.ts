import { describe, expect, test } from 'vitest';
import type { Direction, Json, JsonObject } from 'speccast/emitter';
import { toJsonResponses, lowerOperation } from '../lower.js';
import { showShape } from '../show-shape.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const others = data<JsonObject>('others');

/** Prints the type of a schema as a property of a response, of a JSON request body, or of a multipart body. */
function show(schema: Json, direction: Direction = 'response', bytes = false): string {
  const part: Json = { type: 'object', required: ['part'], properties: { part: schema } };
  const requestBody: JsonObject = bytes
    ? { content: { 'multipart/form-data': { schema: part } } }
    : { content: { 'application/json': { schema: part } } };
  const node = direction === 'request' ? { requestBody } : { responses: toJsonResponses(part) };
  const parts = { components: { schemas: others } };
  const { body, responses } = lowerOperation(node, { method: 'post', parts });
  const [content] = direction === 'request' ? (body?.contents ?? []) : (responses[0]?.contents ?? []);
  if (content === undefined) throw new Error('no content');
  return showShape(content.shape).replace(/^\{ part: (.*) \}$/, '$1');
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

  test('a request does not require a property that another part of its `allOf` makes readOnly', () => {
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
