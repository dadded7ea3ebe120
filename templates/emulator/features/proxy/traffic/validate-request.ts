import { type Json, type JsonObject, expandParameters, isJsonObject } from '@speccast/runtime';
import { decodePercent, readQuery, type Query } from '@speccast/runtime/parameters';
import type { Issue } from '@speccast/runtime/validators';
import {
  HttpError,
  type Route,
  accepts,
  credentialParameters,
  checkParameters,
  follow,
  mediaTypeOf,
  readCredential,
  readParameters,
} from '@speccast/runtime/requests';
import type { Engine } from '../../../world/engine.js';
import type { Received, EmulatorPlan, OperationPlan } from '../../../plan/plan.js';
import { declaredOnly } from '../../../receive/validate.js';
import { withWrittenNumbers } from '../../../plan/operations/coerce-body.js';
import { locate } from '../../../receive/router.js';
import { readBody } from '../../../receive/read-body.js';
import { type DocumentPart, listMediaTypes, operationPart, partAt } from '../../../plan/operations/document-parts.js';
import type { Violation } from '../../../plan/violation.js';
import { pointerStep } from '../../../values/json-path.js';

/** A body that was passed on: its bytes without content encoding, or the reason why they cannot be validated. */
export type SeenBody = Uint8Array | 'unread' | 'too long';

/** Validates a request against the document. Sets the operation, the parameters and the body of `received`. */
export async function validateRequest(
  engine: Engine,
  received: Received,
  route: Route<OperationPlan>,
  body: SeenBody,
): Promise<readonly Violation[]> {
  const { request, url } = received;
  const { method } = request;
  // Browsers and intermediaries ask what is allowed at any path, without credentials.
  if (isPreflight(request) || (method === 'OPTIONS' && route.kind === 'method')) return [];
  const service = engine.plan;
  if (route.kind === 'operation') {
    const { plan, path } = route;
    received.plan = plan;
    const operation = operationPart(service.document ?? {}, plan) ?? { pointer: '#/paths', value: {} };
    const query = readQuery(url.search);
    const seen: Seen = { service, received, plan, operation, query };
    const { auth } = plan.operation;
    // Only the real service knows which credentials are valid, and the proxy sees no client certificates.
    const isSent = (name: string) => {
      const scheme = service.service.security[name];
      return scheme?.kind === 'mutualTLS' || (scheme && readCredential(scheme, request.headers, query));
    };
    const isLacking = auth.length > 0 && !auth.some((one) => [one].flat().every(isSent));
    const lacking = {
      ...wrongRequest,
      code: 'missing-credentials',
      message: 'The document requires credentials that the request does not have',
      pointer: Object.hasOwn(operation.value, 'security') ? `${operation.pointer}/security` : '#/security',
    } as const;
    return [...(isLacking ? [lacking] : []), ...findInvalidParameters(seen, path), ...(await checkBody(seen, body))];
  }
  const path = decodePercent(url.pathname);
  if (route.kind !== 'method')
    return [
      {
        ...wrongRequest,
        code: 'undocumented-path',
        message: `The document has no path for ${path}`,
        pointer: '#/paths',
      },
    ];
  const message = `The document has ${route.allowed.join(', ')} for ${path}, not ${method}`;
  const { route: other } = locate(engine.shared, route.allowed[0] ?? '', url.pathname, url.search);
  const pointer = other.kind === 'operation' ? `#/paths${pointerStep(other.plan.operation.path)}` : '#/paths';
  return [{ ...wrongRequest, code: 'undocumented-method', message, pointer }];
}

/** Returns whether a request is a preflight of CORS, in which a browser asks whether it may send another request. */
export function isPreflight({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

interface Seen {
  readonly service: EmulatorPlan;
  readonly received: Received;
  readonly plan: OperationPlan;
  /** The operation in the document. */
  readonly operation: DocumentPart;
  readonly query: Query;
}

const wrongRequest = { severity: 'error', of: 'request' } as const;

function findInvalidParameters(
  { service, received, plan, operation, query }: Seen,
  path: Readonly<Record<string, string>>,
) {
  const { document = {} } = service;
  const { headers } = received.request;
  const { pointer } = operation;
  const declared = expandParameters(plan.operation);
  const indexes = Object.keys(Object(operation.value['parameters']));
  const pointers = indexes.map((index) => `${pointer}/parameters/${index}`);
  const issues: { readonly path: Issue['path']; readonly message: string; readonly keyword?: string }[] = [];
  const reject = ({ message, details: { location = '' } }: HttpError) =>
    issues.push({ path: location.split('.'), message });
  const credentials = credentialParameters(service.service);
  const params = readParameters(plan, { path, query, headers, credentials, reject });
  received.params = params;
  const known = declaredOnly(plan, params);
  issues.push(...checkParameters(plan, known).issues);
  const found = issues.map(({ path: [first = '', ...inner], message, keyword = 'required' }) => {
    const { name, in: place } = declared.find(({ name }) => name === first) ??
      declared.find(({ property }) => property === first) ?? { name: first, in: 'query' };
    const at = pointers.find((one) => partAt(document, one)?.value['name'] === name) ?? pointer;
    return {
      ...wrongRequest,
      code: 'invalid-parameter' as const,
      message: sentence(message),
      location: [`${place} ${name}`, ...inner].join('.'),
      pointer: inner.length > 0 || keyword === 'required' ? at : `${at}/schema/${keyword}`,
    };
  });
  const undeclared = plan.operation.openParameters
    ? []
    : Object.keys(params).filter((name) => !Object.hasOwn(known, name));
  const about = { severity: 'warning', code: 'undocumented-parameter', of: 'request' } as const;
  const message = 'The document has no such parameter';
  return [...found, ...undeclared.map((name) => ({ ...about, message, location: `query ${name}`, pointer }))];
}

async function checkBody({ service, received, plan, operation, query }: Seen, body: SeenBody) {
  const pointer = `${operation.pointer}/requestBody`;
  const about = { of: 'request', location: 'body', pointer } as const;
  const reject = (code: Violation['code'], message: string) => [
    { ...about, severity: 'error' as const, code, message },
  ];
  if (typeof body === 'string') return [warnNotValidated(body, about)];
  const isEmpty = body.length === 0;
  if (isEmpty && plan.operation.bodyRequired) return reject('missing-body', 'The document requires a body');
  // The bytes of an upload in several requests are no body of their own.
  if (isEmpty || query.get('uploadType') === 'resumable') return [];
  const headers = new Headers(received.request.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  // A `Request` with one of these methods cannot have a body.
  const method = /^(?:GET|HEAD)$/.test(received.request.method) ? 'POST' : received.request.method;
  const whole = new Request(received.request.url, { method, headers, body: Uint8Array.from(body) });
  const maxBytes = body.length;
  try {
    const { body: json, media } = await readBody(whole, plan, { maxBytes });
    if (media) received.media = media;
    const value = withWrittenNumbers(plan.body, json);
    if (value === undefined) return [];
    received.body = value;
    const { document = {} } = service;
    const type = mediaTypeOf(headers.get('content-type') ?? '');
    return [
      ...(plan.body?.check(value) ?? []).map((issue) => toBodyViolation('request', issue)),
      ...findOneWayMembers(document, partAt(document, pointer), { of: 'request', type, value }),
    ];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return reject(error.status === 415 ? 'undocumented-media-type' : 'invalid-body', sentence(error.message));
  }
}

/** Returns the warning about a body that cannot be validated. */
export function warnNotValidated(
  body: 'unread' | 'too long',
  about: Pick<Violation, 'of' | 'location' | 'pointer'>,
): Violation {
  const message = body === 'unread' ? 'The body could not be read' : 'The body is too long to be validated';
  return { ...about, severity: 'warning', code: 'not-validated', message };
}

/** Converts an issue of a body to a violation: the path `['items', 0]` becomes the location `body items.0`. */
export function toBodyViolation(of: Violation['of'], { path, message, schema }: Issue): Violation {
  return {
    severity: 'error',
    code: 'invalid-body',
    of,
    message: sentence(message),
    location: path.length === 0 ? 'body' : `body ${path.join('.')}`,
    pointer: schema,
  };
}

/** Writes a message with a capital and without a full stop: `must be a string.` → `Must be a string`. */
export function sentence(message: string): string {
  const text = message.replace(/\.$/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Maximum number of schemas that are read for one body, and of its violations. */
const mostVisited = 20_000;
const mostFound = 20;

/** Deepest member that is checked. */
const deepest = 100;

const oneWay = {
  request: { keyword: 'readOnly', code: 'read-only-member', text: 'Only the service writes this: it is `readOnly`' },
  response: { keyword: 'writeOnly', code: 'write-only-member', text: 'Responses omit this: it is `writeOnly`' },
} as const;

/** Finds `readOnly` members in the body of a request, or `writeOnly` members in the body of a response. */
export function findOneWayMembers(
  document: JsonObject,
  message: DocumentPart | undefined,
  { of, type, value: body }: { readonly of: Violation['of']; readonly type: string; readonly value: Json },
): readonly Violation[] {
  const declared = message && listMediaTypes(message).find((one) => accepts(one, type));
  const root =
    declared === undefined ? undefined : partAt(document, `${message?.pointer}/content${pointerStep(declared)}/schema`);
  if (!root) return [];
  const { keyword, code, text } = oneWay[of];
  const found: Violation[] = [];
  const budget = { left: mostVisited };
  const isThere = (pointer: string) => isJsonObject(follow(document, pointer));
  const isOneWay = (pointer: string) =>
    listParts(document, [pointer], budget).some((part) => Object(follow(document, part))[keyword] === true);
  const visit = (pointers: readonly string[], value: Json, path: readonly (string | number)[]) => {
    if (!pointers.length || path.length > deepest || typeof value !== 'object') return;
    const parts = listParts(document, pointers, budget);
    for (const [name, inner] of Object.entries<Json>(Object(value))) {
      if (budget.left < 0 || found.length >= mostFound) return;
      const step = Array.isArray(value) ? '/items' : `/properties${pointerStep(name)}`;
      const named = parts.map((part) => part + step).filter(isThere);
      const own = named.length ? named : parts.map((part) => `${part}/additionalProperties`).filter(isThere);
      const [pointer] = own;
      // Alternatives may declare a member differently.
      if (pointer === undefined || !own.every(isOneWay)) visit(own, inner, [...path, name]);
      else
        found.push({
          severity: 'error',
          code,
          of,
          message: text,
          location: `body ${[...path, name].join('.')}`,
          pointer,
        });
    }
  };
  visit([root.pointer], body, []);
  return found;
}

/** Returns schemas with those that they refer to, combine or choose from, as pointers. */
function listParts(document: JsonObject, pointers: readonly string[], budget: { left: number }) {
  const all = new Set(pointers);
  for (const pointer of all) {
    budget.left -= 1;
    if (budget.left < 0) break;
    const schema: Readonly<Record<string, unknown>> = Object(follow(document, pointer));
    if (typeof schema['$ref'] === 'string') all.add(schema['$ref']);
    for (const name of ['allOf', 'oneOf', 'anyOf'])
      for (const index of Object.keys(Object(schema[name]))) all.add(`${pointer}/${name}/${index}`);
  }
  return [...all];
}
