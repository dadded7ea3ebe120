import { expect, test } from 'vitest';
import { emitPackage } from './emit-package.js';

/** A document whose model `Share` refers to a family of so many children, and is another type for callers. */
function documentWith(children: number): object {
  const schema = { $ref: '#/components/schemas/Share' };
  const content = { 'application/json': { schema } };
  const child = (index: number): [string, object] => [
    `Child${index}`,
    {
      allOf: [
        { $ref: '#/components/schemas/Entity' },
        { properties: { id: { type: 'string', readOnly: true }, is: { enum: ['on', 'off'] } } },
      ],
    },
  ];
  return {
    paths: {
      '/shares': {
        post: {
          operationId: 'shares.add',
          requestBody: { content },
          responses: { '200': { description: '', content } },
        },
      },
    },
    components: {
      schemas: {
        Entity: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' }, parent: { $ref: '#/components/schemas/Entity' } },
          discriminator: { propertyName: 'kind' },
        },
        ...Object.fromEntries(Array.from({ length: children }, (_, index) => child(index))),
        Share: {
          type: 'object',
          properties: { what: { nullable: true, allOf: [{ $ref: '#/components/schemas/Entity' }] } },
        },
      },
    },
  };
}

test.each([
  [2, 'ShareModel & ShareInput'],
  [301, 'ShareModel'],
])('the validator of a model with a property of %i alternatives proves it to be %s', async (children, type) => {
  const files = await emitPackage(documentWith(children) as never);
  const text = [...files].map(([, one]) => one).join('\n');
  expect([...text.matchAll(/isShare\b.*value is (.*) \{/g)].map(([, found]) => found)).toEqual([type]);
  expect([...text.matchAll(/is: \(value\): value is (\w+) => .*isShare\)/g)].map(([, found]) => found)).toEqual([
    'ShareInput',
  ]);
});
