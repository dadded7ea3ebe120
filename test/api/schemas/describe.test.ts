import { expect, test } from 'vitest';
import type { Doc, Json, JsonObject } from 'speccast/emitter';
import { lowerSchemas, lowerOperation, lowerParameter, findModel, toJsonBody } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const schemas = data<JsonObject>('schemas');

/** Returns the doc of a property of an object with this schema. */
function lowerDoc(property: Json): Doc | undefined {
  const api = lowerSchemas({
    ...schemas,
    Subject: { type: 'object', properties: { property } },
  });
  const { shape } = findModel(api, 'Subject');
  return shape.kind === 'object' ? shape.members[0]?.doc : undefined;
}

table('a property %s', (_: string, given: Json, want: Doc) => {
  expect(lowerDoc(given)).toEqual(want);
});

test('schemas that refer to the next one twice are visited once each', () => {
  const levels = Array.from({ length: 60 }, (_, index): [string, Json] => {
    const next = { $ref: `#/components/schemas/L${index + 1}` };
    return [`L${index}`, { items: next, additionalProperties: next }];
  });
  const property = { $ref: '#/components/schemas/L0' };
  const subject: Json = { type: 'object', properties: { property } };
  const api = lowerSchemas({
    ...Object.fromEntries(levels),
    L60: { type: 'string' },
    Subject: subject,
  });
  const { shape } = findModel(api, 'Subject');
  expect(shape.kind === 'object' ? shape.members[0]?.doc : undefined).toEqual({});
});

test('a parameter without a doc has that of the items of its schema', () => {
  const schema = {
    type: 'array',
    items: { type: 'string', description: 'An id.' },
  };
  expect(lowerParameter({ name: 'id', in: 'query', schema }).doc).toEqual({
    summary: 'Each item: an id.',
  });
});

table('the doc of a body is %s', (_: string, requestBody: JsonObject, want: Doc) => {
  expect(lowerOperation({ requestBody }, { method: 'post' }).body?.doc).toEqual(want);
});

table('the notes of a parameter that names parts list %s', (_: string, part: JsonObject, want: readonly string[]) => {
  const schema = { type: 'array', items: { enum: ['a', 'b'] } };
  const responses = {
    200: {
      description: 'Things.',
      content: {
        'application/json': {
          schema: {
            properties: { a: { type: 'string' }, b: { type: 'string' } },
          },
        },
      },
    },
  };
  const given = {
    name: 'part',
    in: 'query',
    required: true,
    explode: false,
    schema,
    'x-part': part,
  };
  const requestBody = toJsonBody({ properties: { a: { type: 'string' } } });
  expect(
    lowerOperation({ parameters: [given], responses, requestBody }, { method: 'post' }).parameters[0]?.notes,
  ).toEqual(want);
});

table('a public fact that the spec contradicts is a note', ({ parameter }: { parameter: JsonObject }) => {
  const want = ['Public services differ: A list holds 5,000 items.', 'Public services differ: More.'];
  expect(lowerParameter(parameter).notes).toEqual(want);
});
