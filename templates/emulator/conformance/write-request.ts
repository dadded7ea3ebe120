import { expandParameters, type CoreFeature, type Operation, type Service } from '@speccast/runtime';
import type { RawRequest, Sender, Step } from './check.js';
import { readPath, toText } from './values.js';
import { writeMedia, writeParts, type WrittenMedia } from './write-media.js';

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
  const { bytes, type = '', media, content = '' } = await writeBody(step);
  if (type !== '' && !headers.has('content-type')) headers.set('content-type', type);
  if (isOwn(target, url)) authorize({ url, headers }, target, sender);
  else headers.delete('authorization');
  return {
    // A redirect may go to another service. It is checked, never followed.
    request: new Request(url, { method, headers, redirect: 'manual', ...(bytes && { body: bytes }) }),
    ...(media && { media }),
    content,
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
  for (const [name, value] of Object.entries(Object(query))) if (own) address.searchParams.append(name, toText(value));
  return { url: address, method, headers: new Headers(own ? headers : {}) };
}

/** Writes a call, which may be a wrong one: the client would reject it. */
function writeCall({ baseUrl, operations }: Target, step: Step): Draft {
  const operation = operations.get(step.call ?? '');
  if (operation === undefined) throw new Error(`there is no operation ${step.call}`);
  const { path, method, media } = operation;
  const parameters = new Map(expandParameters(operation).map((one) => [one.property ?? one.name, one]));
  const params = { ...chooseParts(operation, step.body), ...step.params };
  const { origin, pathname } = new URL(baseUrl);
  const prefix = (step.media && media?.upload) ?? '';
  const url = new URL(origin + prefix + pathname.replace(/\/$/, '') + expandPath(path, params));
  const headers = new Headers();
  const inPath = new Set([...path.matchAll(/\{([^}=]+)/g)].map(([, name]) => name));
  for (const [property, value] of Object.entries(params)) {
    const { in: place, name = property, explode = true } = parameters.get(property) ?? {};
    if (place === 'header') headers.set(name, toText(value));
    else if (!inPath.has(property))
      for (const one of explode ? [value].flat() : [value]) url.searchParams.append(name, toText(one));
  }
  return { url, method, headers };
}

/** Chooses the parts that the client requests by default: `{ part: ['id', 'snippet'] }`. */
function chooseParts(
  operation: Pick<Operation<never>, 'parameters' | 'wire'>,
  body: unknown,
): Readonly<Record<string, readonly string[]>> {
  const { parts } = operation.wire ?? {};
  const entries = expandParameters(operation).map(({ name, property = name, ...parameter }) => {
    const { default: own, bodyKeys } = parts?.property === property ? parts : parameter;
    return [property, own ?? bodyKeys?.filter((key) => Object.hasOwn(Object(body), key)) ?? []] as const;
  });
  return Object.fromEntries(entries.filter(([, chosen]) => chosen.length > 0));
}

function expandPath(path: string, params: object): string {
  return path.replace(/\{([^}=]+)(=[^}]*)?\}/g, (_found, name: string, pattern: string | undefined) => {
    const text = toText(readPath(params, name));
    return pattern === undefined ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
  });
}

/** Returns whether a URL is one of the service. Others get no credentials. */
function isOwn({ baseUrl }: Target, url: URL): boolean {
  return url.origin === new URL(baseUrl).origin;
}

function authorize(
  { url, headers }: Omit<Draft, 'method'>,
  { service, key = '', tokens }: Target,
  sender: Sender,
): void {
  if (sender === 'nobody') return;
  if (sender !== 'key') return headers.set('authorization', `Bearer ${tokens?.[sender] ?? ''}`);
  const scheme = Object.values(service.security).find(({ kind }) => kind === 'apiKey');
  if (scheme?.kind !== 'apiKey') throw new Error('the service takes no keys');
  if (scheme.in === 'query') url.searchParams.set(scheme.name, key);
  else headers.set(scheme.name, key);
}

type WrittenBody = Partial<WrittenMedia & Pick<WrittenRequest, 'media' | 'content'>>;

async function writeBody({ send, body, media, form = false }: Step): Promise<WrittenBody> {
  const json = body === undefined ? '' : JSON.stringify(body);
  if (media !== undefined) {
    const file = await writeMedia(media);
    const content = `${json && `${json} and `}${file.bytes.length} bytes of ${file.type}`;
    const isAlone = body === undefined && !form;
    return { ...(isAlone ? file : await writeParts(json, file, form)), media: file.bytes, content };
  }
  const encoder = new TextEncoder();
  if (send?.text !== undefined) {
    const bytes = encoder.encode(send.text);
    return { bytes, media: bytes, content: send.text };
  }
  return body === undefined ? {} : { bytes: encoder.encode(json), type: 'application/json', content: json };
}
