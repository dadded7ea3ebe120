import {
  bodyOf,
  type Content,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  type Operation,
  resolved,
} from './document.js';
import { parameterText } from './sample-value.js';

/** Something that responds to requests. */
export interface Service {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A response, read. */
export interface Answer {
  readonly status: number;
  readonly body: Json | undefined;
  readonly headers: Headers;
  /** The service says itself that nothing was stored. */
  readonly isSample: boolean;
}

/** What of a call the caller decides; the rest is sampled. */
export interface Choice {
  /** Values of the variables of the path, in its order; the id comes after them. */
  readonly variables: readonly string[];
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
  readonly token?: string;
}

/** Calls an operation of a document. */
export async function call(
  service: Service,
  document: JsonObject,
  operation: Operation,
  choice: Choice,
): Promise<Answer> {
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
  // A thing that is made below another may have an address of its own.
  const values = known.slice(Math.max(0, known.length - names.length)).values();
  const path = operation.path.replace(/\{\+?([^}=]+)[^}]*\}/g, (_all, name: string) => {
    const value = values.next().value;
    const text = value === undefined ? variableText(document, operation, name) : asDeclared(operation, name, value);
    return encodeURIComponent(text);
  });
  const content = choice.body === undefined ? undefined : bodyOf(document, operation);
  const body = content === undefined ? undefined : written(content, choice.body ?? null, headers);
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
    body: parsed(text),
    isSample: response.headers.has('x-mock-sample'),
  };
}

/** A value as the parameter has it: some are JSON. */
function asDeclared({ parameters }: Operation, name: string, value: string): string {
  const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === name);
  return parameter?.['content'] === undefined ? value : JSON.stringify(value);
}

/** A value for a variable of a path that nothing else is known of. */
export function variableText(document: JsonObject, { parameters }: Operation, name: string): string {
  const parameter = parameters.find((one) => one['in'] === 'path' && one['name'] === name);
  return parameter === undefined ? 'story' : parameterText(document, parameter, 'story');
}

function parsed(text: string): Json | undefined {
  try {
    // What JSON.parse makes is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function written({ mediaType, deep }: Content, body: Json, headers: Headers): string | FormData {
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

/** Objects and lists in a form as most services take them: `address[city]`. */
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
    const scheme = resolved(document, schemes[name]);
    const { type, scheme: kind, in: location, name: key } = isObject(scheme) ? scheme : {};
    if (type === 'apiKey' && location === 'query') query.set(String(key), token);
    else if (type === 'apiKey' && location === 'header') headers.set(String(key), token);
    else if (type === 'apiKey') headers.append('cookie', `${String(key)}=${token}`);
    else if (type === 'http' && String(kind).toLowerCase() === 'basic')
      headers.set('authorization', `Basic ${btoa(`${token}:${token}`)}`);
    else headers.set('authorization', `Bearer ${token}`);
  }
}
