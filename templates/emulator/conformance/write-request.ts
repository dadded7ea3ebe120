import { expandParameters, toRelated } from '@speccast/runtime';
import type { RawRequest, Sender, Step } from './check.js';
import type { Run } from './run.js';
import { readPath, toText } from './values.js';
import { writeMedia } from './write-media.js';

/** A request, with a description for messages. */
interface WrittenRequest {
  readonly request: Request;
  /** The bytes of its media or its text. */
  readonly media?: Uint8Array | undefined;
  /** Its body, for messages. */
  readonly content: string;
}

/** Writes the request of a step in which every name has been replaced. */
export async function writeRequest(run: Run, step: Step, sender: Sender): Promise<WrittenRequest> {
  const { method, path = '', url: stated, query = {}, headers: own = {} } = step.send ?? writeCall(run, step);
  const { baseUrl, key = '', tokens } = run.options;
  const url = new URL(stated ?? baseUrl.replace(/\/$/, '') + path);
  // Other services get neither credentials nor headers.
  const isOwn = url.origin === new URL(baseUrl).origin;
  if (!isOwn && method !== 'GET') throw new Error(`${url.origin} was handed out by the service, and is only read from`);
  const headers = new Headers(isOwn ? own : {});
  for (const [name, value] of Object.entries(isOwn ? Object(query) : {})) url.searchParams.append(name, toText(value));
  if (isOwn && sender === 'key') {
    const scheme = Object.values(run.kit.service.security).find(({ kind }) => kind === 'apiKey');
    if (scheme?.kind !== 'apiKey') throw new Error('the service takes no keys');
    if (scheme.in === 'query') url.searchParams.set(scheme.name, key);
    else headers.set(scheme.name, key);
  } else if (isOwn && (sender === 'T1' || sender === 'T2'))
    headers.set('authorization', `Bearer ${tokens?.[sender] ?? ''}`);
  const { body, type, ...described } = await writeBody(step);
  if (type && !headers.has('content-type')) headers.set('content-type', type);
  // A redirect may go to another service. It is checked, never followed.
  const request = new Request(url, { method, headers, redirect: 'manual', ...(body && { body }) });
  return { request, ...described };
}

/** Writes a call as a raw request. It may be a wrong one, which the client would reject; without parameters of parts it has those that the client requests. */
function writeCall({ options, operations }: Run, { call = '', params: own, body, media }: Step): RawRequest {
  const operation = operations.get(call);
  if (!operation) throw new Error(`there is no operation ${call}`);
  const { path, method, wire: { parts } = {} } = operation;
  const parameters = new Map(expandParameters(operation).map((one) => [one.property ?? one.name, one]));
  const params: Record<string, unknown> = {};
  for (const [property, parameter] of parameters) {
    const { default: all, bodyKeys } = parts?.property === property ? parts : parameter;
    const chosen = all ?? bodyKeys?.filter((key) => Object.hasOwn(Object(body), key)) ?? [];
    if (chosen.length > 0) params[property] = chosen;
  }
  Object.assign(params, own);
  const inPath = new Set<string>();
  const expanded = path.replace(/\{([^}=]+)(=[^}]*)?\}/g, (_found, name: string, pattern?: string) => {
    inPath.add(name);
    const text = toText(readPath(params, name));
    return pattern ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text);
  });
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = (media && operation.media?.upload) ?? '';
  const url = new URL(origin + prefix + pathname.replace(/\/$/, '') + expanded);
  const headers: Record<string, string> = {};
  for (const [property, value] of Object.entries(params)) {
    const { in: place, name = property, explode = true } = parameters.get(property) ?? {};
    if (place === 'header') headers[name] = toText(value);
    else if (!inPath.has(property))
      for (const one of explode ? [value].flat() : [value]) url.searchParams.append(name, toText(one));
  }
  return { method, url: url.href, headers };
}

async function writeBody({ send, body: value, media, form = false }: Step) {
  const json = value === undefined ? '' : JSON.stringify(value);
  if (!media) {
    const content = send?.text ?? json;
    const body = new TextEncoder().encode(content);
    if (send?.text !== undefined) return { body, media: body, content };
    return json === '' ? { content } : { body, type: 'application/json', content };
  }
  const file = await writeMedia(media);
  const { data, type } = file;
  const described = { media: data, content: `${json && `${json} and `}${data.length} bytes of ${type}` };
  if (form) {
    const body = new FormData();
    if (json !== '') body.append('metadata', new Blob([json], { type: 'application/json' }));
    body.append('file', new Blob([data], { type }), 'file');
    return { ...described, body };
  }
  if (json === '') return { ...described, body: data, type };
  const related = toRelated(json, file);
  // Bytes become a blob.
  return { ...described, body: related.data as Blob, type: related.type };
}
