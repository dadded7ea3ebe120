import {
  expandParameters,
  type CoreFeature,
  type Operation,
  type OperationParameter,
  type Service,
} from '@speccast/runtime';
import type { RawRequest, Sender, Step } from './check.js';
import { readPath, textOf } from './values.js';
import { writeForm, writeMedia, writeRelated, type WrittenMedia } from './write-media.js';

/** The credentials that requests are sent with. */
export interface Credentials {
  readonly key?: string;
  readonly tokens?: { readonly T1?: string; readonly T2?: string };
}

/** The target of requests and their credentials. */
export interface Target extends Credentials {
  readonly baseUrl: string;
  readonly service: Service;
  readonly dailyQuota?: CoreFeature<never> | undefined;
  readonly operations: ReadonlyMap<string, Operation<never>>;
}

/** A request, with a description for messages. */
interface WrittenRequest {
  readonly request: Request;
  /** The bytes of its media or its text. */
  readonly media?: Uint8Array;
  /** Its body, for messages. */
  readonly content: string;
}

/** Writes the request of a step in which every name has been replaced. */
export async function writeRequest(target: Target, step: Step, sender: Sender): Promise<WrittenRequest> {
  const { url, method, headers } = step.send === undefined ? writeCall(target, step) : writeRaw(target, step.send);
  const body = await writeBody(step);
  if (body !== undefined && !headers.has('content-type') && body.type !== '') headers.set('content-type', body.type);
  if (isOwn(target, url)) authorize({ url, headers }, target, sender);
  else headers.delete('authorization');
  const media = body?.media;
  return {
    // A redirect may go to another service. It is checked, never followed.
    request: new Request(url, { method, headers, redirect: 'manual', ...(body && { body: body.bytes.slice() }) }),
    ...(media !== undefined && { media }),
    content: body?.content ?? '',
  };
}

interface Draft {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
}

function writeRaw(target: Target, { method, path = '', url, query = {}, headers = {} }: RawRequest): Draft {
  const address = new URL(url ?? target.baseUrl.replace(/\/$/, '') + path);
  const own = isOwn(target, address);
  if (!own && method !== 'GET')
    throw new Error(`${address.origin} was handed out by the service, and is only read from`);
  for (const [name, value] of Object.entries(Object(query))) if (own) address.searchParams.append(name, textOf(value));
  return { url: address, method, headers: new Headers(own ? headers : {}) };
}

function writeCall(target: Target, step: Step): Draft {
  const operation = target.operations.get(step.call ?? '');
  if (operation === undefined) throw new Error(`there is no operation ${step.call}`);
  const { path, method } = operation;
  const parameters = expandParameters(operation);
  const params = { ...defaults(operation, step.body), ...step.params };
  const url = new URL(rootOf(target, operation, step) + expandPath(path, params));
  const headers = new Headers();
  const inPath = new Set([...path.matchAll(/\{([^}=]+)/g)].map(([, name]) => name));
  for (const [name, value] of Object.entries(params)) {
    const parameter = parameters.find((one) => (one.property ?? one.name) === name);
    if (parameter?.in === 'header') headers.set(parameter.name, textOf(value));
    else if (!inPath.has(name)) addToQuery(url, parameter ?? { name, in: 'query' }, value);
  }
  return { url, method, headers };
}

/** The parts that the client requests by default. */
function defaults(
  operation: Pick<Operation<never>, 'parameters' | 'wire'>,
  body: unknown,
): Readonly<Record<string, readonly string[]>> {
  const { parts } = operation.wire ?? {};
  const entries = expandParameters(operation).map(({ name, property = name, ...parameter }) => {
    const { default: own, bodyKeys } = parts?.property === property ? parts : parameter;
    const keys = bodyKeys?.filter((key) => Object.hasOwn(Object(body), key));
    return [property, own ?? keys ?? []] as const;
  });
  return Object.fromEntries(entries.filter(([, parts]) => parts.length > 0));
}

function addToQuery(url: URL, { name, explode = true }: OperationParameter, value: unknown): void {
  const values: readonly unknown[] = Array.isArray(value) && explode ? value : [value];
  for (const one of values) url.searchParams.append(name, textOf(one));
}

/** The base URL, or the URL for uploads. */
function rootOf({ baseUrl }: Target, { media }: Operation<never>, step: Step): string {
  const base = new URL(baseUrl);
  const path = base.pathname.replace(/\/$/, '');
  return base.origin + (step.media === undefined ? '' : (media?.upload ?? '')) + path;
}

function expandPath(path: string, params: object): string {
  return path.replace(/\{([^}=]+)(=[^}]*)?\}/g, (_found, name: string, pattern: string | undefined) => {
    const text = textOf(readPath(params, name));
    return pattern === undefined ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
  });
}

/** Whether a URL belongs to the service. */
function isOwn({ baseUrl }: Target, url: URL): boolean {
  return url.origin === new URL(baseUrl).origin;
}

function authorize({ url, headers }: Omit<Draft, 'method'>, target: Target, sender: Sender): void {
  if (sender === 'nobody') return;
  const schemes = Object.values(target.service.security);
  if (sender !== 'key') return headers.set('authorization', `Bearer ${target.tokens?.[sender] ?? ''}`);
  const scheme = schemes.find(({ kind }) => kind === 'apiKey');
  if (scheme?.kind !== 'apiKey') throw new Error('the service takes no keys');
  if (scheme.in === 'query') url.searchParams.set(scheme.name, target.key ?? '');
  else headers.set(scheme.name, target.key ?? '');
}

interface WrittenBody extends WrittenMedia {
  readonly media?: Uint8Array;
  readonly content: string;
}

async function writeBody({ send, body, media, form = false }: Step): Promise<WrittenBody | undefined> {
  const json = body === undefined ? '' : JSON.stringify(body);
  if (media !== undefined) {
    const file = await writeMedia(media);
    const content = [json, `${file.bytes.length} bytes of ${file.type}`].filter((part) => part !== '').join(' and ');
    const sent = form ? writeForm(body, file) : body === undefined ? file : writeRelated(body, file);
    return { ...sent, media: file.bytes, content };
  }
  if (send?.text !== undefined) {
    const bytes = new TextEncoder().encode(send.text);
    return { bytes, type: '', media: bytes, content: send.text };
  }
  if (body === undefined) return undefined;
  return { bytes: new TextEncoder().encode(json), type: 'application/json', content: json };
}
