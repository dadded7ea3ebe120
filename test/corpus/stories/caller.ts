import {
  findBody,
  type Content,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  type Operation,
  resolve,
} from './document.js';
import { parameterText } from './sample-value.js';

/** A service that responds to requests: an emulator in memory, or a server. */
export interface Service {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A response whose body was read. */
export interface StoryResponse {
  readonly status: number;
  readonly body: Json | undefined;
  readonly headers: Headers;
  /** True if the emulator states, by `x-mock-sample`, that the response is a sample and nothing was stored. */
  readonly isSample: boolean;
}

/** Values of a call. All other values are sampled. */
export interface Choice {
  /** Values of the variables of the path, in its order, without the id at the end. */
  readonly variables: readonly string[];
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
  readonly token?: string;
}

/** Calls an operation of a document with sampled credentials and required parameters. */
export async function call(
  service: Service,
  document: JsonObject,
  operation: Operation,
  choice: Choice,
): Promise<StoryResponse> {
  const headers = new Headers({ accept: 'application/json' });
  const query = new URLSearchParams();
  for (const parameter of operation.parameters) {
    const name = String(parameter['name']);
    const text =
      choice.query?.[name] ??
      (parameter['required'] === true ? parameterText(document, parameter, 'story') : undefined);
    if (text === undefined) continue;
    if (parameter['in'] === 'query') query.set(name, text);
    if (parameter['in'] === 'header' && !/^(?:authorization|accept|content-type)$/i.test(name)) headers.set(name, text);
  }
  authorize(document, operation, { headers, query, token: choice.token ?? 'story' });
  const names = operation.path.match(/\{[^}]*\}/g) ?? [];
  const known = [...choice.variables, ...(choice.id === undefined ? [] : [choice.id])];
  // An item that is created below a parent may have a path without the parent: `POST /users/{}/meetings`, `/meetings/{}`.
  const values = known.slice(Math.max(0, known.length - names.length)).values();
  const path = operation.path.replace(/\{\+?([^}=]+)[^}]*\}/g, (_all, name: string) => {
    const value = values.next().value;
    const text = value === undefined ? variableText(document, operation, name) : toPathText(operation, name, value);
    return encodeURIComponent(text);
  });
  const content = choice.body === undefined ? undefined : findBody(document, operation);
  const body = content === undefined ? undefined : writeBody(content, choice.body ?? null, headers);
  const search = query.size === 0 ? '' : `?${query}`;
  const request = new Request(service.baseUrl + path + search, {
    method: operation.method.toUpperCase(),
    headers,
    ...(body !== undefined && { body }),
  });
  const response = await service.fetch(request);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: parseJson(text),
    isSample: response.headers.has('x-mock-sample'),
  };
}

/** Returns the text of a path parameter: JSON if its value is declared by `content`. */
function toPathText({ parameters }: Operation, name: string, value: string): string {
  const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === name);
  return parameter?.['content'] === undefined ? value : JSON.stringify(value);
}

/** Samples a value for a variable of a path. */
export function variableText(document: JsonObject, { parameters }: Operation, name: string): string {
  const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === name);
  return parameter === undefined ? 'story' : parameterText(document, parameter, 'story');
}

function parseJson(text: string): Json | undefined {
  try {
    // `as`: JSON.parse returns JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function writeBody({ mediaType, deep }: Content, body: Json, headers: Headers): string | FormData {
  if (/multipart/i.test(mediaType)) {
    const form = new FormData();
    for (const [name, value] of Object.entries(isObject(body) ? body : {}))
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    return form;
  }
  headers.set('content-type', mediaType.includes('*') ? 'application/json' : mediaType);
  if (!/urlencoded/i.test(mediaType)) return JSON.stringify(body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) append(form, name, value, deep.has(name));
  return form.toString();
}

/** Appends a value to a form, with brackets for members of objects, as most services expect: `address[city]`. */
function append(form: URLSearchParams, name: string, value: Json, isDeep: boolean): void {
  if (Array.isArray(value))
    for (const [index, one] of (value as readonly Json[]).entries())
      append(form, isDeep ? `${name}[${index}]` : name, one, isDeep);
  else if (isObject(value))
    for (const [inner, one] of Object.entries(value)) append(form, `${name}[${inner}]`, one, isDeep);
  else form.append(name, String(value));
}

interface Credentials {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  readonly token: string;
}

function authorize(document: JsonObject, { node }: Operation, { headers, query, token }: Credentials): void {
  const needs = node['security'] === undefined ? listAt(document, 'security') : listAt(node, 'security');
  const [first] = needs;
  const schemes = objectAt(objectAt(document, 'components'), 'securitySchemes');
  for (const name of Object.keys(isObject(first) ? first : {})) {
    const scheme = resolve(document, schemes[name]);
    const { type, scheme: kind, in: location, name: key } = isObject(scheme) ? scheme : {};
    if (type === 'apiKey' && location === 'query') query.set(String(key), token);
    else if (type === 'apiKey' && location === 'header') headers.set(String(key), token);
    else if (type === 'apiKey') headers.append('cookie', `${String(key)}=${token}`);
    else if (type === 'http' && String(kind).toLowerCase() === 'basic')
      headers.set('authorization', `Basic ${btoa(`${token}:${token}`)}`);
    else headers.set('authorization', `Bearer ${token}`);
  }
}
