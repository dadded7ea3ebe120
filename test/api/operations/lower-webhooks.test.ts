import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { apiOf } from '../lower.js';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

const heard = { 204: { description: 'Heard.' } };

function bodiesOf(parts: JsonObject): readonly (readonly [string, string, string | undefined, string | undefined])[] {
  const { webhooks = [], models } = apiOf(parts);
  const nameOf = (id: string | undefined): string | undefined => models.find((model) => model.id === id)?.name;
  return webhooks.map(({ name, method, payload, response }) => [name, method, nameOf(payload), nameOf(response)]);
}

describe('webhooks', () => {
  test('are absent where there are none', () => {
    expect(apiOf({})).not.toHaveProperty('webhooks');
  });

  test('have models of their bodies and of the responses they expect', () => {
    const answer = { 200: { description: 'Heard.', ...json({ type: 'object' }) } };
    const webhooks = { 'new pet': { post: { requestBody: json({ type: 'string' }), responses: answer } } };
    expect(bodiesOf({ webhooks })).toEqual([['new pet', 'POST', 'NewPetWebhookRequest', 'NewPetWebhookResponse']]);
  });

  test('give way to models of the components, and name the method where there are several', () => {
    const item = { post: { requestBody: json({ type: 'string' }), responses: heard } };
    const webhooks = { pet: { ...item, put: item.post } };
    const components = { schemas: { PetWebhookRequest: { type: 'number' } } };
    expect(bodiesOf({ webhooks, components })).toEqual([
      ['pet', 'POST', 'PostPetWebhookRequest', undefined],
      ['pet', 'PUT', 'PutPetWebhookRequest', undefined],
    ]);
  });

  test('are received: the enums of what they send and of what they are answered take further values', () => {
    const kind = { type: 'string', enum: ['a', 'b'] };
    const responses = { 200: { description: 'Heard.', ...json(kind) } };
    const { models } = apiOf({ webhooks: { pet: { post: { requestBody: json(kind), responses } } } });
    expect(models.map(({ shape }) => shape)).toMatchObject([
      { kind: 'literals', open: 'unrecognized' },
      { kind: 'literals', open: 'unrecognized' },
    ]);
  });

  test('share a body by reference and still have a model each', () => {
    const item = { post: { requestBody: { $ref: '#/components/requestBodies/B' }, responses: heard } };
    const components = { requestBodies: { B: json({ type: 'string' }) } };
    expect(bodiesOf({ webhooks: { a: item, b: item }, components })).toEqual([
      ['a', 'POST', 'AWebhookRequest', undefined],
      ['b', 'POST', 'BWebhookRequest', undefined],
    ]);
  });
});

describe('callbacks', () => {
  test('say the operation that announces them and where they go', () => {
    const callbacks = {
      done: { '{$request.body#/url}': { post: { requestBody: json({ type: 'string' }), responses: heard } } },
    };
    const parts = { paths: { '/jobs': { post: { operationId: 'jobs.insert', responses: heard, callbacks } } } };
    expect(apiOf(parts).webhooks).toMatchObject([
      {
        kind: 'callback',
        name: 'done',
        operation: 'jobs.insert',
        expression: '{$request.body#/url}',
        payload:
          '#/paths/~1jobs/post/callbacks/done/{$request.body#~1url}/post/requestBody/content/application~1json/schema',
      },
    ]);
    expect(bodiesOf(parts)).toEqual([['done', 'POST', 'JobsInsertDoneCallbackRequest', undefined]]);
  });
});
