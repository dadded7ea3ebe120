import { expect, test } from 'vitest';
import type { Doc, Json, JsonObject } from 'speccast/emitter';
import { apiOfSchemas, lowerOperation, lowerParameter, modelOf, sending } from '../lower.js';

const thing = { $ref: '#/components/schemas/Thing' };

const schemas: JsonObject = {
  Thing: { description: 'A thing.\n\nIt lasts.', type: 'object' },
  Alias: thing,
  Silent: { type: 'object' },
  Chain: { type: 'array', items: { $ref: '#/components/schemas/Chain' } },
};

function docOf(property: Json): Doc | undefined {
  const api = apiOfSchemas({ ...schemas, Subject: { type: 'object', properties: { property } } });
  const { shape } = modelOf(api, 'Subject');
  return shape.kind === 'object' ? shape.members[0]?.doc : undefined;
}

test.each<[string, Json, Doc]>([
  ['says what it says itself', { ...thing, description: 'My own.' }, { description: 'My own.' }],
  ['is what the model is that it refers to', thing, { summary: 'A thing.' }],
  ['keeps what else is known of it', { ...thing, deprecated: true }, { summary: 'A thing.', deprecated: true }],
  ['is what a model is behind another', { $ref: '#/components/schemas/Alias' }, { summary: 'A thing.' }],
  ['is what the only part is that it is made of', { allOf: [thing] }, { summary: 'A thing.' }],
  ['says what its items are', { type: 'array', items: thing }, { summary: 'Each item: a thing.' }],
  ['says what its items say', { type: 'array', items: { description: 'One ID.' } }, { summary: 'Each item: one ID.' }],
  ['says what its values are', { additionalProperties: thing }, { summary: 'Each value: a thing.' }],
  ['says what it always is', { const: 'a#`b`' }, { summary: 'Always ``"a#`b`"``.' }],
  ['says nothing where it has several parts', { allOf: [thing, thing] }, {}],
  ['says nothing where the model says nothing', { $ref: '#/components/schemas/Silent' }, {}],
  ['says nothing where the items lead to themselves', { $ref: '#/components/schemas/Chain' }, {}],
  ['says nothing where nothing is known', { type: 'string' }, {}],
])('a property %s', (_, given, want) => {
  expect(docOf(given)).toEqual(want);
});

test('schemas that hold one another in two ways are asked once each', () => {
  const levels = Array.from({ length: 60 }, (_, index): [string, Json] => {
    const next = { $ref: `#/components/schemas/L${index + 1}` };
    return [`L${index}`, { items: next, additionalProperties: next }];
  });
  const property = { $ref: '#/components/schemas/L0' };
  const subject: Json = { type: 'object', properties: { property } };
  const api = apiOfSchemas({ ...Object.fromEntries(levels), L60: { type: 'string' }, Subject: subject });
  const { shape } = modelOf(api, 'Subject');
  expect(shape.kind === 'object' ? shape.members[0]?.doc : undefined).toEqual({});
});

test('a parameter is what the schema is that it refers to', () => {
  const schema = { type: 'array', items: { type: 'string', description: 'An id.' } };
  expect(lowerParameter({ name: 'id', in: 'query', schema }).doc).toEqual({ summary: 'Each item: an id.' });
});

test.each<[string, JsonObject, Doc]>([
  ['its own', { ...sending({ title: 'x' }), description: 'What to add.' }, { description: 'What to add.' }],
  ['that of its schema', sending({ description: 'A thing.' }), { summary: 'A thing.' }],
  ['what it is', sending({ type: 'string' }), { summary: 'The request body.' }],
])('the doc of a body is %s', (_, requestBody, want) => {
  expect(lowerOperation({ requestBody }, { method: 'post' }).body?.doc).toEqual(want);
});

test.each<[string, JsonObject, readonly string[]]>([
  ['the parts of the default', { default: ['a', 'b'] }, ['Left out, `a` and `b` are sent.']],
  ['the part of the default', { default: ['a'] }, ['Left out, `a` is sent.']],
  ['the parts of the body', { default: 'body' }, ['Left out, the parts that the body holds are sent.']],
])('a parameter that names parts says that it stands for %s', (_, part, want) => {
  const schema = { type: 'array', items: { enum: ['a', 'b'] } };
  const responses = {
    200: {
      description: 'Things.',
      content: { 'application/json': { schema: { properties: { a: { type: 'string' }, b: { type: 'string' } } } } },
    },
  };
  const given = { name: 'part', in: 'query', required: true, explode: false, schema, 'x-part': part };
  const requestBody = sending({ properties: { a: { type: 'string' } } });
  expect(
    lowerOperation({ parameters: [given], responses, requestBody }, { method: 'post' }).parameters[0]?.notes,
  ).toEqual(want);
});

test('a public fact that the spec contradicts is told', () => {
  const differs = [{ public: 'A list holds\n5,000 items', 'x-source': 'a.md:3' }, { public: 'More.' }, { other: 1 }];
  const want = ['Public services differ: A list holds 5,000 items.', 'Public services differ: More.'];
  expect(lowerParameter({ name: 'id', in: 'query', schema: {}, 'x-differs': differs }).notes).toEqual(want);
});
