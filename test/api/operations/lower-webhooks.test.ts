import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerOrThrow } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

const heard = { 204: { description: 'Heard.' } };

/** Lists the webhooks of a document: name, method, and the models of the request and of the response. */
function listWebhooks(
  parts: JsonObject,
): readonly (readonly [string, string, string | undefined, string | undefined])[] {
  const { webhooks = [], models } = lowerOrThrow(parts);
  const findName = (id: string | undefined): string | undefined => models.find((model) => model.id === id)?.name;
  return webhooks.map(({ name, method, payload, response }) => [name, method, findName(payload), findName(response)]);
}

describe('webhooks', () => {
  test('are absent if the document has none', () => {
    expect(lowerOrThrow({})).not.toHaveProperty('webhooks');
  });

  test('have models of their bodies and of the responses they expect', () => {
    const answer = { 200: { description: 'Heard.', ...json({ type: 'object' }) } };
    const webhooks = { 'new pet': { post: { requestBody: json({ type: 'string' }), responses: answer } } };
    expect(listWebhooks({ webhooks })).toEqual([['new pet', 'POST', 'NewPetWebhookRequest', 'NewPetWebhookResponse']]);
  });

  test('get other names than models of the components, and with the method if there are several', () => {
    const item = { post: { requestBody: json({ type: 'string' }), responses: heard } };
    const webhooks = { pet: { ...item, put: item.post } };
    const components = { schemas: { PetWebhookRequest: { type: 'number' } } };
    expect(listWebhooks({ webhooks, components })).toEqual([
      ['pet', 'POST', 'PostPetWebhookRequest', undefined],
      ['pet', 'PUT', 'PutPetWebhookRequest', undefined],
    ]);
  });

  table(
    'have open enums in their request and in their response',
    ({ parts, want }: { parts: JsonObject; want: object }) => {
      const { models } = lowerOrThrow(parts);
      expect(models.map(({ shape }) => shape)).toMatchObject(want);
    },
  );

  table('share a body by reference and still have a model each', ({ parts }: { parts: JsonObject }) => {
    expect(listWebhooks(parts)).toEqual([
      ['a', 'POST', 'AWebhookRequest', undefined],
      ['b', 'POST', 'BWebhookRequest', undefined],
    ]);
  });
});

describe('callbacks', () => {
  table(
    'name the operation that declares them and the expression of their URL',
    ({ parts, want }: { parts: JsonObject; want: object }) => {
      expect(lowerOrThrow(parts).webhooks).toMatchObject(want);
      expect(listWebhooks(parts)).toEqual([['done', 'POST', 'JobsInsertDoneCallbackRequest', undefined]]);
    },
  );
});
