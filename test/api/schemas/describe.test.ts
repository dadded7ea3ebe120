import { expect, test } from 'vitest';
import type { Doc, Json, JsonObject } from 'speccast/emitter';
import { apiOfSchemas, lowerOperation, lowerParameter, modelOf, sending } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const schemas = data<JsonObject>('schemas');

function docOf(property: Json): Doc | undefined {
  const api = apiOfSchemas({
    ...schemas,
    Subject: { type: 'object', properties: { property } },
  });
  const { shape } = modelOf(api, 'Subject');
  return shape.kind === 'object' ? shape.members[0]?.doc : undefined;
}

table('a property %s', (_: string, given: Json, want: Doc) => {
  expect(docOf(given)).toEqual(want);
});

test('schemas that hold one another in two ways are asked once each', () => {
  const levels = Array.from({ length: 60 }, (_, index): [string, Json] => {
    const next = { $ref: `#/components/schemas/L${index + 1}` };
    return [`L${index}`, { items: next, additionalProperties: next }];
  });
  const property = { $ref: '#/components/schemas/L0' };
  const subject: Json = { type: 'object', properties: { property } };
  const api = apiOfSchemas({
    ...Object.fromEntries(levels),
    L60: { type: 'string' },
    Subject: subject,
  });
  const { shape } = modelOf(api, 'Subject');
  expect(shape.kind === 'object' ? shape.members[0]?.doc : undefined).toEqual({});
});

test('a parameter is what the schema is that it refers to', () => {
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

table(
  'a parameter that names parts says that it stands for %s',
  (_: string, part: JsonObject, want: readonly string[]) => {
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
    const requestBody = sending({ properties: { a: { type: 'string' } } });
    expect(
      lowerOperation({ parameters: [given], responses, requestBody }, { method: 'post' }).parameters[0]?.notes,
    ).toEqual(want);
  },
);

table('a public fact that the spec contradicts is told', ({ parameter }: { parameter: JsonObject }) => {
  const want = ['Public services differ: A list holds 5,000 items.', 'Public services differ: More.'];
  expect(lowerParameter(parameter).notes).toEqual(want);
});
