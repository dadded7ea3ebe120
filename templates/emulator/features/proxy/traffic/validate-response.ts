import { type Json, type JsonObject } from '@speccast/runtime';
import { parseJson } from '@speccast/runtime/parameters';
import { isBodyless, isJsonType, mediaTypeOf, decodeUtf8 } from '@speccast/runtime/requests';
import type { Engine } from '../../../world/engine.js';
import type { Exchange } from '../../../plan/exchange.js';
import type { OperationPlan } from '../../../plan/plan.js';
import { responseFor } from '../../../plan/operations/declared-response.js';
import {
  type DocumentPart,
  isDeclaredType,
  listMediaTypes,
  operationPart,
  responsePart,
} from '../../../plan/operations/document-parts.js';
import { contentFor, type ItemValidator, itemValidatorFor } from './item-validator.js';
import { findOneWayMembers } from './one-way-members.js';
import { headerViolations } from './validate-headers.js';
import { bodyViolation, type SeenBody, sentence } from './validate-request.js';
import type { Violation } from '../../../plan/violation.js';

/** A response that passed by. */
export interface SeenResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: SeenBody;
  /** What validated the items of the body as they arrived. */
  readonly items?: ItemValidator | undefined;
}

/** Validates the response to a request whose operation is known. Notes its JSON in the exchange. */
export function validateResponse(engine: Engine, exchange: Exchange, response: SeenResponse): readonly Violation[] {
  const json = jsonOf(response);
  if (json !== undefined && json !== 'invalid') exchange.responseBody = json.value;
  const { plan } = exchange;
  if (plan === undefined) return json === 'invalid' ? [invalidJson({})] : [];
  const { document = {} } = engine.plan;
  const operation = operationPart(document, plan);
  if (operation === undefined) return [];
  const declared = responsePart(document, operation, response.status);
  if (declared === undefined) return isConditional(exchange, response) ? [] : [undocumentedStatus(operation, response)];
  const seen = { document, plan, exchange, response, declared };
  return [...headerViolations(document, declared, response.headers), ...bodyViolations(seen, json)];
}

interface Seen {
  readonly document: JsonObject;
  readonly plan: OperationPlan;
  readonly exchange: Exchange;
  readonly response: SeenResponse;
  readonly declared: DocumentPart;
}

/** What HTTP itself says of a request with conditions or for a range. */
function isConditional({ request: { headers } }: Exchange, { status }: SeenResponse): boolean {
  if (status === 304) return headers.has('if-none-match') || headers.has('if-modified-since');
  return (status === 206 || status === 416) && headers.has('range');
}

function undocumentedStatus({ pointer, value }: DocumentPart, { status }: SeenResponse): Violation {
  const names = Object.keys(Object(value['responses']));
  return {
    severity: 'error',
    code: 'undocumented-status',
    of: 'response',
    message: `The document has ${names.length === 0 ? 'no status' : names.join(', ')} for this operation, not ${status}`,
    location: 'status',
    pointer: `${pointer}/responses`,
  };
}

function bodyViolations(seen: Seen, json: JsonBody): readonly Violation[] {
  const { exchange, response, declared, plan } = seen;
  const { body, status, headers } = response;
  if (exchange.request.method === 'HEAD' || isBodyless(status)) return [];
  const types = listMediaTypes(declared);
  const about = { of: 'response', location: 'body', pointer: declared.pointer } as const;
  if (body === 'none' || (body instanceof Uint8Array && body.length === 0)) {
    if (!types.some(isJsonType)) return [];
    return [{ severity: 'error', code: 'missing-body', message: 'The document declares a body', ...about }];
  }
  if (types.length === 0)
    return [{ severity: 'warning', code: 'undocumented-body', message: 'The document declares no body', ...about }];
  const type = mediaTypeOf(headers.get('content-type') ?? '');
  if (!isDeclaredType(type, types)) return [undocumentedType(declared, type, types)];
  if (response.items !== undefined) return located(response.items.end(body === 'unread'), declared);
  if (body === 'unread' || body === 'too long') {
    const message = body === 'unread' ? 'The body could not be read' : 'The body is too long to be validated';
    return [{ severity: 'warning', code: 'not-validated', message, ...about }];
  }
  if (json === 'invalid') return [invalidJson(about)];
  if (json !== undefined)
    return [
      ...issuesOf(plan, status, type, json.value),
      ...findOneWayMembers(seen.document, declared, { of: 'response', type, value: json.value }),
    ];
  return otherViolations(plan, { status, type, body }, about);
}

/** Validates a body that is no JSON: items, XML or text. */
function otherViolations(
  plan: OperationPlan,
  { status, type, body }: { readonly status: number; readonly type: string; readonly body: Uint8Array },
  about: Pick<Violation, 'of' | 'location' | 'pointer'>,
): readonly Violation[] {
  const items = itemValidatorFor(plan, status, type);
  items?.push(body);
  if (items !== undefined) return located(items.end(false), about);
  const content = contentFor(plan, status, type);
  const reject = (message: string): readonly Violation[] => [
    { severity: 'error', code: 'invalid-body', message, ...about },
  ];
  if (content?.kind !== 'xml' && content?.kind !== 'text') return [];
  const text = decodeUtf8(body);
  if (text === undefined) return content.kind === 'xml' ? reject('The body is not valid UTF-8') : [];
  let value: unknown = text;
  if (content.kind === 'xml')
    try {
      value = plan.operation.xml?.read(text, content, (message) => new XmlMistake(sentence(message)));
    } catch (error) {
      if (!(error instanceof XmlMistake)) throw error;
      return reject(error.message);
    }
  const validator = content.unvalidated === true ? undefined : responseFor(plan, status)?.body;
  return (validator?.check(value) ?? []).map((issue) => bodyViolation('response', issue));
}

class XmlMistake extends Error {}

/** Violations without a position of their own get that of the response. */
function located(found: readonly Violation[], { pointer }: Pick<Violation, 'pointer'>): readonly Violation[] {
  return found.map((one) => ({ ...(pointer !== undefined && { pointer }), ...one }));
}

function undocumentedType({ pointer }: DocumentPart, type: string, types: readonly string[]): Violation {
  return {
    severity: 'error',
    code: 'undocumented-media-type',
    of: 'response',
    message: `The document has ${types.join(', ')} for this status, not ${type === '' ? 'a body without a type' : type}`,
    location: 'header Content-Type',
    pointer: `${pointer}/content`,
  };
}

/** The validator is about one of the media types. */
function issuesOf(plan: OperationPlan, status: number, type: string, value: Json): readonly Violation[] {
  const { body, mediaType } = responseFor(plan, status) ?? {};
  const isOther =
    mediaType === undefined ? !isJsonType(type) : mediaTypeOf(mediaType) !== type && !isJsonType(mediaType);
  if (body === undefined || isOther || body.is(value)) return [];
  return body.check(value).map((issue) => bodyViolation('response', issue));
}

type JsonBody = { readonly value: Json } | 'invalid' | undefined;

/** The JSON of a response; undefined where it has none or none that was read. */
function jsonOf({ headers, body }: SeenResponse): JsonBody {
  if (!(body instanceof Uint8Array) || body.length === 0) return undefined;
  if (!isJsonType(mediaTypeOf(headers.get('content-type') ?? ''))) return undefined;
  const text = decodeUtf8(body);
  const value = text === undefined ? undefined : parseJson(text);
  return value === undefined ? 'invalid' : { value };
}

function invalidJson(about: Pick<Violation, 'pointer'>): Violation {
  return {
    severity: 'error',
    code: 'invalid-body',
    of: 'response',
    message: 'The body is no valid JSON in UTF-8',
    location: 'body',
    ...about,
  };
}
