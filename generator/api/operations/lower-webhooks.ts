import type {
  CallbackObject,
  MediaTypeObject,
  OperationObject,
  PathItemObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from '../../spec/openapi/openapi.js';
import { printPointer } from '../../spec/read/pointer.js';
import type { Webhook } from '../api.js';
import { compact } from '../../json.js';
import { lowerDoc } from '../schemas/doc.js';
import { lowerParameters } from '../messages/lower-parameter.js';
import { enqueueSchema } from '../schemas/lower-schema.js';
import { dereference, lowerExtensions, type Lowering, namedEntries, listItemOperations } from '../schemas/lowering.js';
import { isJson } from '../schemas/media-type.js';
import { successResponses } from '../messages/responses.js';

/** A path item of requests that the service sends, with its pointer: `['webhooks', 'newPet']`. */
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
    const { requestBody } = node;
    const content = requestBody && dereference<RequestBodyObject>(lowering, requestBody).content;
    const { parameters } = lowerParameters(lowering, { path: site.name, item, node });
    return compact({
      ...about,
      method,
      parameters: parameters.length > 0 ? parameters : undefined,
      payload: enqueueBody(lowering, content, [...below, 'requestBody', 'content']),
      mediaTypes: content && Object.keys(content),
      response: lowerExpectedResponse(lowering, node, below),
      responses: namedEntries(node.responses).map(([status, one]) => ({
        status,
        doc: lowerDoc(dereference<ResponseObject>(lowering, one), one),
        at: positions.of(one),
      })),
      doc: lowerDoc(node),
      extensions: lowerExtensions(node),
      at: positions.of(node),
    });
  });
}

/** Finds the id of the schema of the response that the service expects. */
function lowerExpectedResponse(
  lowering: Lowering,
  { responses }: OperationObject,
  pointer: readonly string[],
): string | undefined {
  const all = namedEntries(responses).map(([status, node]) => ({ status, node }));
  for (const { status, node } of successResponses(all)) {
    const { content } = dereference<ResponseObject>(lowering, node);
    const id = enqueueBody(lowering, content, [...pointer, 'responses', status, 'content']);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Makes a model of the schema of a body: that of JSON before all others. The id is seen from where the body is used. */
function enqueueBody(
  lowering: Lowering,
  content: { readonly [mediaType: string]: MediaTypeObject | Reference } = {},
  pointer: readonly string[],
): string | undefined {
  const described = Object.entries(content).flatMap(([mediaType, entry]) => {
    const node = dereference<MediaTypeObject>(lowering, entry);
    return node.schema === undefined ? [] : [{ mediaType, node, value: node.schema }];
  });
  const chosen = described.find(({ mediaType }) => isJson(mediaType)) ?? described[0];
  if (chosen === undefined) return undefined;
  const { node, mediaType, value } = chosen;
  const id = `#${printPointer([...pointer, mediaType, 'schema'])}`;
  enqueueSchema(lowering, {
    id,
    value,
    positionOf: () => lowering.document.positions.ofValue(node, 'schema'),
  });
  return id;
}
