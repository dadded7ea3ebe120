import type { Json, JsonObject } from '../read/json.js';
import { convertSchema } from './convert-schema.js';
import type { DiscoveryContext } from './discovery-context.js';
import { flagAt, objectAt, textAt } from './fields.js';
import { type Draft, makeMap, makeObject } from './make-value.js';
import type { Method } from './list-methods.js';

/** What a method answers when all is well: JSON, bytes, or nothing. */
export function convertResponses(context: DiscoveryContext, method: Method): JsonObject {
  const { node } = method;
  const response = objectAt(context, node, 'response');
  if (downloads(context, method)) {
    const schema = makeObject(context, { node }, { type: 'string', format: 'binary' });
    return answer(context, node, '200', { '*/*': makeObject(context, { node }, { schema }) });
  }
  if (response === undefined) return answer(context, node, '204');
  const schema = convertSchema(context, response);
  const streams = textAt(context, node, 'streamingType') === 'SERVER_SIDE';
  const content = streams
    ? { schema: makeObject(context, { node: response }, { type: 'array', items: schema }), 'x-stream': true }
    : { schema };
  return answer(context, node, '200', { 'application/json': makeObject(context, { node: response }, content) });
}

/** Whether a method is there for bytes: it answers nothing else, or its name says so; others have JSON as well. */
function downloads(context: DiscoveryContext, { node, id }: Method): boolean {
  if (!flagAt(context, node, 'supportsMediaDownload')) return false;
  return objectAt(context, node, 'response') === undefined || /^(?:download|export)/i.test(id.split('.').at(-1) ?? '');
}

/** What is said about bytes that can be had in place of the JSON. */
export function downloadNote(context: DiscoveryContext, method: Method): string | undefined {
  if (!flagAt(context, method.node, 'supportsMediaDownload') || downloads(context, method)) return undefined;
  return 'The service also gives the bytes themselves, with `alt=media`; what is described here is the answer in JSON.';
}

const descriptions: Readonly<Record<string, string>> = { '200': 'Success.', '204': 'Success, without an answer.' };

function answer(context: DiscoveryContext, node: JsonObject, status: string, content?: Draft): JsonObject {
  const origin = { node, key: node['response'] === undefined ? 'id' : 'response' };
  const response: Record<string, Json | undefined> = {
    description: descriptions[status],
    content: content === undefined ? undefined : makeObject(context, origin, content),
  };
  return makeMap(context, origin, [[status, makeObject(context, origin, response)]]);
}
