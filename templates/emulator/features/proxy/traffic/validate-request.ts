import { expandParameters, type Json } from '@speccast/runtime';
import { readQuery, type Query } from '@speccast/runtime/parameters';
import type { Issue } from '@speccast/runtime/validators';
import {
  HttpError,
  type Route,
  credentialParameters,
  checkParameters,
  mediaTypeOf,
  readParameters,
} from '@speccast/runtime/requests';
import type { Engine } from '../../../world/engine.js';
import type { Exchange } from '../../../plan/exchange.js';
import type { OperationPlan } from '../../../plan/plan.js';
import { declaredOnly } from '../../../receive/check-request.js';
import { withWrittenNumbers } from '../../../plan/operations/coerce-body.js';
import { authenticate, type Credentials, readCredentials } from '../../../receive/credentials.js';
import { readBody } from '../../../receive/read-body.js';
import { locate } from '../../../receive/router.js';
import { type DocumentPart, operationPart, partAt } from '../../../plan/operations/document-parts.js';
import { findOneWayMembers } from './one-way-members.js';
import type { Violation } from '../../../plan/violation.js';
import { pointerStep } from '../../../values/json-path.js';

/** A body that passed by: its bytes without content encoding, or why there are none to look at. */
export type SeenBody = Uint8Array | 'none' | 'unread' | 'too long';

/** A message that passed by. */
export interface SeenRequest {
  readonly method: string;
  /** URL as the client asked for it. */
  readonly url: URL;
  readonly headers: Headers;
  readonly body: SeenBody;
}

/** Validates a request against the document. Notes in the exchange which operation it calls, with what parameters and body. */
export async function validateRequest(
  engine: Engine,
  exchange: Exchange,
  request: SeenRequest,
): Promise<readonly Violation[]> {
  const { route } = locate(engine.shared, request.method, request.url.pathname, request.url.search);
  // Browsers and intermediaries ask what is allowed at any path, without credentials.
  if (isPreflight(request) || (request.method === 'OPTIONS' && route.kind === 'method')) return [];
  if (route.kind !== 'operation') return [undocumented(engine, request, route)];
  exchange.plan = route.plan;
  const seen: Seen = { engine, exchange, request, plan: route.plan, query: readQuery(request.url.search) };
  return [...credentialViolations(seen), ...parameterViolations(seen, route.path), ...(await bodyViolations(seen))];
}

/** Whether a browser asks if it may send another request. */
export function isPreflight({ method, headers }: Pick<SeenRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

interface Seen {
  readonly engine: Engine;
  readonly exchange: Exchange;
  readonly request: SeenRequest;
  readonly plan: OperationPlan;
  readonly query: Query;
}

function undocumented({ plan }: Engine, { method, url }: SeenRequest, route: Route<OperationPlan>): Violation {
  if (route.kind !== 'method')
    return {
      severity: 'error',
      code: 'undocumented-path',
      of: 'request',
      message: `The document has no path for ${decoded(url.pathname)}`,
      pointer: '#/paths',
    };
  const sibling = plan.operations.find(
    ({ operation }) => route.allowed.includes(operation.method) && fits(operation.path, url.pathname),
  );
  return {
    severity: 'error',
    code: 'undocumented-method',
    of: 'request',
    message: `The document has ${route.allowed.join(', ')} for ${decoded(url.pathname)}, not ${method}`,
    pointer: sibling === undefined ? '#/paths' : `#/paths${pointerStep(sibling.operation.path)}`,
  };
}

/** Whether a path ends as a template does. */
function fits(template: string, pathname: string): boolean {
  const wanted = template.split('/').slice(1);
  const given = pathname.split('/').slice(-wanted.length);
  return given.length === wanted.length && wanted.every((one, index) => one.includes('{') || one === given[index]);
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function credentialViolations({ engine, request, plan, query }: Seen): readonly Violation[] {
  try {
    authenticate(plan, credentialsOf(engine, request, query));
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const operation = operationPart(engine.plan.document ?? {}, plan);
    const isOwn = operation !== undefined && Object.hasOwn(operation.value, 'security');
    return [
      {
        severity: 'error',
        code: 'missing-credentials',
        of: 'request',
        message: 'The document asks for credentials that the request does not have',
        pointer: isOwn ? `${operation.pointer}/security` : '#/security',
      },
    ];
  }
}

/** Which credentials are valid is for the real service to say. */
function credentialsOf({ plan }: Engine, { headers }: SeenRequest, query: Query): Credentials {
  try {
    return readCredentials(plan.service, headers, query);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { security } = plan.service;
    return { schemes: new Set(Object.keys(security)), keyed: true, security };
  }
}

function parameterViolations(seen: Seen, path: Readonly<Record<string, string>>): readonly Violation[] {
  const { engine, exchange, request, plan, query } = seen;
  const found: Violation[] = [];
  const reject = (error: HttpError): void => {
    found.push(parameterViolation(seen, error.details.location ?? '', error.message));
  };
  const credentials = credentialParameters(engine.plan.service);
  const params = readParameters(plan, { path, query, headers: request.headers, credentials, reject });
  exchange.params = params;
  for (const issue of checkParameters(plan, declaredOnly(plan, params)).issues) found.push(ofIssue(seen, issue));
  const declared = new Set(expandParameters(plan.operation).map(({ property, name }) => property ?? name));
  for (const name of plan.operation.openParameters === true ? [] : Object.keys(params))
    if (!declared.has(name)) found.push(undeclaredParameter(engine, plan, name));
  return found;
}

function ofIssue(seen: Seen, { path, message, schema, keyword }: Issue): Violation {
  const [property = '', ...inner] = path;
  const parameter = expandParameters(seen.plan.operation).find((one) => (one.property ?? one.name) === property);
  const name = parameter?.name ?? String(property);
  const operation = operationPart(seen.engine.plan.document ?? {}, seen.plan);
  const part = operation && parameterPointer(seen.engine, operation, name);
  const isOwn = inner.length === 0 && keyword !== 'required';
  return {
    ...invalidParameter,
    message: sentence(message),
    location: [`${parameter?.in ?? 'query'} ${name}`, ...inner].join('.'),
    pointer: part === undefined ? schema : isOwn ? `${part}/schema/${keyword}` : part,
  };
}

const invalidParameter = { severity: 'error', code: 'invalid-parameter', of: 'request' } as const;

function parameterViolation({ engine, plan }: Seen, location: string, message: string): Violation {
  const [name = ''] = location.split('.');
  const parameter = expandParameters(plan.operation).find((one) => one.name === name);
  const operation = operationPart(engine.plan.document ?? {}, plan);
  return {
    ...invalidParameter,
    message: sentence(message),
    location: `${parameter?.in ?? 'query'} ${location}`,
    ...(operation !== undefined && { pointer: parameterPointer(engine, operation, name) }),
  };
}

function parameterPointer({ plan: { document = {} } }: Engine, operation: DocumentPart, name: string): string {
  const list = operation.value['parameters'];
  const pointers = (Array.isArray(list) ? list : []).map((_, index) => `${operation.pointer}/parameters/${index}`);
  return pointers.find((pointer) => partAt(document, pointer)?.value['name'] === name) ?? operation.pointer;
}

function undeclaredParameter({ plan: { document = {} } }: Engine, plan: OperationPlan, name: string): Violation {
  const operation = operationPart(document, plan);
  return {
    severity: 'warning',
    code: 'undocumented-parameter',
    of: 'request',
    message: 'The document has no such parameter',
    location: `query ${name}`,
    ...(operation !== undefined && { pointer: operation.pointer }),
  };
}

async function bodyViolations(seen: Seen): Promise<readonly Violation[]> {
  const { engine, exchange, request, plan } = seen;
  const { body, headers } = request;
  const part = operationPart(engine.plan.document ?? {}, plan);
  const pointer = part === undefined ? undefined : `${part.pointer}/requestBody`;
  const about = { of: 'request', location: 'body', ...(pointer !== undefined && { pointer }) } as const;
  if (body === 'unread' || body === 'too long') {
    const message = body === 'unread' ? 'The body could not be read' : 'The body is too long to be validated';
    return [{ severity: 'warning', code: 'not-validated', message, ...about }];
  }
  const isEmpty = body === 'none' || body.length === 0;
  if (isEmpty && plan.operation.bodyRequired === true)
    return [{ severity: 'error', code: 'missing-body', message: 'The document requires a body', ...about }];
  // The bytes of an upload in several requests are no body of their own.
  if (isEmpty || seen.query.get('uploadType') === 'resumable') return [];
  try {
    const value = await decodedBody(seen, body, headers);
    if (value === undefined) return [];
    exchange.body = value;
    const { document = {} } = engine.plan;
    const declared = pointer === undefined ? undefined : partAt(document, pointer);
    const type = mediaTypeOf(headers.get('content-type') ?? '');
    return [
      ...issuesOf(plan, value).map((issue) => bodyViolation('request', issue)),
      ...findOneWayMembers(document, declared, { of: 'request', type, value }),
    ];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const code = error.status === 415 ? 'undocumented-media-type' : 'invalid-body';
    return [{ severity: 'error', code, message: sentence(error.message), ...about }];
  }
}

async function decodedBody(
  { exchange, request, plan }: Seen,
  bytes: Uint8Array,
  sent: Headers,
): Promise<Json | undefined> {
  const headers = new Headers(sent);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  // A request of the platform takes no body with these methods.
  const method = request.method === 'GET' || request.method === 'HEAD' ? 'POST' : request.method;
  const whole = new Request(request.url, { method, headers, body: Uint8Array.from(bytes) });
  const maxBytes = bytes.length;
  const { body, media } = await readBody(whole, plan, { maxBytes, media: { maxBytes } });
  if (media !== undefined) exchange.media = { bytes: bytes.length, mediaType: media.mediaType };
  return body === undefined ? undefined : withWrittenNumbers(plan.body, body);
}

function issuesOf(plan: OperationPlan, body: Json): readonly Issue[] {
  return plan.body === undefined || plan.body.is(body) ? [] : plan.body.check(body);
}

/** The violation that an issue of a body is. */
export function bodyViolation(of: Violation['of'], { path, message, schema }: Issue): Violation {
  return {
    severity: 'error',
    code: 'invalid-body',
    of,
    message: sentence(message),
    location: ['body', ...path].join(path.length === 0 ? '' : '.').replace(/^body\./, 'body '),
    pointer: schema,
  };
}

/** A message that begins with a capital and has no full stop. */
export function sentence(message: string): string {
  const text = message.replace(/\.$/, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
