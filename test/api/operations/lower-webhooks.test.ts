import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { apiOf } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

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

  table(
    'are received: the enums of what they send and of what they are answered take further values',
    ({ parts, want }: { parts: JsonObject; want: object }) => {
      const { models } = apiOf(parts);
      expect(models.map(({ shape }) => shape)).toMatchObject(want);
    },
  );

  table('share a body by reference and still have a model each', ({ parts }: { parts: JsonObject }) => {
    expect(bodiesOf(parts)).toEqual([
      ['a', 'POST', 'AWebhookRequest', undefined],
      ['b', 'POST', 'BWebhookRequest', undefined],
    ]);
  });
});

describe('callbacks', () => {
  table(
    'say the operation that announces them and where they go',
    ({ parts, want }: { parts: JsonObject; want: object }) => {
      expect(apiOf(parts).webhooks).toMatchObject(want);
      expect(bodiesOf(parts)).toEqual([['done', 'POST', 'JobsInsertDoneCallbackRequest', undefined]]);
    },
  );
});
