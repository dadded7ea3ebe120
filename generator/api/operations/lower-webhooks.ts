import type {
  CallbackObject,
  MediaTypeObject,
  OperationObject,
  PathItemObject,
  RequestBodyObject,
  ResponseObject,
} from '../../spec/openapi/openapi.js';
import { printPointer } from '../../spec/read/pointer.js';
import type { Webhook } from '../api.js';
import { compact, nonEmpty } from '../../json.js';
import { lowerDoc } from '../schemas/doc.js';
import { lowerParameters } from '../messages/lower-parameter.js';
import { enqueueSchema } from '../schemas/lower-schema.js';
import { dereference, lowerExtensions, type Lowering, namedEntries, listItemOperations } from '../schemas/lowering.js';
import { isJson } from '../schemas/media-type.js';
import { successResponses } from '../messages/responses.js';

/** A webhook or callback of the document, with the pointer of its path item: `['webhooks', 'newPet']`. */
interface WebhookSite extends Pick<Webhook, 'kind' | 'name' | 'expression' | 'operation'> {
  readonly pointer: readonly string[];
}

/** Lowers the webhooks of the document, in its order. */
export function lowerWebhooks(lowering: Lowering): readonly Webhook[] {
  return namedEntries(lowering.root.webhooks).flatMap(([name, item]) =>
    lowerItem(lowering, item, { kind: 'webhook', name, pointer: ['webhooks', name] }),
  );
}

/** Lowers the callbacks that an operation announces; `pointer` is that of the operation. */
export function lowerCallbacks(
  lowering: Lowering,
  operation: string,
  node: OperationObject,
  pointer: readonly string[],
): readonly Webhook[] {
  return namedEntries(node.callbacks).flatMap(([name, callback]) =>
    namedEntries(dereference<CallbackObject>(lowering, callback)).flatMap(([expression, item]) =>
      lowerItem(lowering, item, {
        kind: 'callback',
        name,
        expression,
        operation,
        pointer: [...pointer, 'callbacks', name, expression],
      }),
    ),
  );
}

function lowerItem(lowering: Lowering, entry: PathItemObject, site: WebhookSite): readonly Webhook[] {
  const { positions } = lowering.document;
  return listItemOperations(lowering, entry).map(({ item, method, node, steps }) => {
    const { pointer, ...about } = site;
    const below = [...pointer, ...steps];
    const { content } = node.requestBody ? dereference<RequestBodyObject>(lowering, node.requestBody) : {};
    const { parameters } = lowerParameters(lowering, { path: site.name, item, node });
    const payload = enqueueBody(lowering, content, [...below, 'requestBody']);
    const responses = namedEntries(node.responses).map(([status, one]) => ({
      status,
      one,
      node: dereference<ResponseObject>(lowering, one),
    }));
    // The first body of a success is the response that the service expects.
    let response: string | undefined;
    for (const { status, node: success } of successResponses(responses))
      response ??= enqueueBody(lowering, success.content, [...below, 'responses', status]);
    return compact({
      ...about,
      method,
      parameters: nonEmpty(parameters),
      payload,
      mediaTypes: content && Object.keys(content),
      response,
      responses: responses.map(({ status, one, node: own }) => ({
        status,
        doc: lowerDoc(own, one),
        at: positions.of(one),
      })),
      doc: lowerDoc(node),
      extensions: lowerExtensions(node),
      at: positions.of(node),
    });
  });
}

/** Queues the schema of a body, JSON before all others, and returns its id, which is a pointer from the use of the body. */
function enqueueBody(
  lowering: Lowering,
  content: RequestBodyObject['content'] = {},
  pointer: readonly string[],
): string | undefined {
  const described = Object.entries(content)
    .map(([mediaType, entry]) => ({ mediaType, node: dereference<MediaTypeObject>(lowering, entry) }))
    .filter(({ node }) => node.schema !== undefined);
  const chosen = described.find(({ mediaType }) => isJson(mediaType)) ?? described[0];
  if (chosen?.node.schema === undefined) return undefined;
  const { node, mediaType } = chosen;
  const id = `#${printPointer([...pointer, 'content', mediaType, 'schema'])}`;
  const { schema: value } = chosen.node;
  enqueueSchema(lowering, { id, value, locate: () => lowering.document.positions.ofValue(node, 'schema') });
  return id;
}
