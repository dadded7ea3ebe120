import type { Operation } from '../api/api.js';
import type { Schema } from '../api/schemas/schema.js';

/** Schema of the JSON that an operation is sent, beside bytes or alone. */
export function requestSchema({ body }: Operation): Schema | undefined {
  return body?.contents.find((content) => content.kind === 'json')?.schema ?? body?.media?.metadata?.schema;
}

/** Schema of the JSON that an operation answers when all is well. */
export function answerSchema({ responses }: Operation): Schema | undefined {
  const good = responses.filter((response) => response.status.startsWith('2'));
  return good.flatMap((response) => response.contents).find((content) => content.kind === 'json')?.schema;
}

/** The schemas of both. */
export function bodySchemas(operation: Operation): readonly Schema[] {
  return [requestSchema(operation), answerSchema(operation)].filter((schema) => schema !== undefined);
}
