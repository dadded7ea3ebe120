import { expandParameters, toRelated } from '@speccast/runtime';
import { encodePng } from '../values/pictures/png.js';
import {
  cornerColours,
  type ImageContent,
  type MediaContent,
  type RawRequest,
  type Sender,
  type Step,
} from './check.js';
import type { Run } from './run.js';
import { readPath, toText } from './values.js';

/** A request, with a description for messages. */
interface WrittenRequest {
  readonly request: Request;
  /** The bytes of its media or its text. */
  readonly media?: Uint8Array | undefined;
  /** Its body, for messages. */
  readonly content: string;
}

/** Writes the request of a step in which every `${name}` has been replaced. */
export async function writeRequest(run: Run, step: Step, sender: Sender): Promise<WrittenRequest> {
  const { method, path = '', url: stated, query = {}, headers: own = {} } = step.send ?? writeCall(run, step);
  const { baseUrl, key = '', tokens } = run.options;
  const url = new URL(stated ?? baseUrl.replace(/\/$/, '') + path);
  // Other services get neither credentials nor headers.
  const isOwn = url.origin === new URL(baseUrl).origin;
  if (!isOwn && method !== 'GET') throw new Error(`${url.origin} is another service, to which only GET is sent`);
  const headers = new Headers(isOwn ? own : {});
  for (const [name, value] of Object.entries(isOwn ? Object(query) : {})) url.searchParams.append(name, toText(value));
  if (isOwn && sender === 'key') {
    const scheme = Object.values(run.kit.service.security).find(({ kind }) => kind === 'apiKey');
    if (scheme?.kind !== 'apiKey') throw new Error('the service takes no API keys');
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

/**
 * Writes the call of an operation as a raw request, also a wrong one that the client would reject. If the step selects no parts of the
 * response, selects those that the client would.
 */
function writeCall({ options, operations }: Run, { call = '', params: own, body, media }: Step): RawRequest {
  const operation = operations.get(call);
  if (!operation) throw new Error(`there is no operation ${call}`);
  const { path, method, wire: { parts } = {} } = operation;
  const parameters = new Map(expandParameters(operation).map((one) => [one.property ?? one.name, one]));
  const params: Record<string, unknown> = {};
  for (const [property, parameter] of parameters) {
    const { default: all, bodyKeys } = parts?.property === property ? parts : parameter;
    const chosen = all ?? bodyKeys?.filter((key) => Object.hasOwn(Object(body), key)) ?? [];
    if (chosen.length) params[property] = chosen;
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

/** Writes the bytes that a step describes. */
async function writeMedia({ text = '', png, jpeg, type, cut }: MediaContent) {
  const [bytes, usualType] = png
    ? [await writePng(png), 'image/png']
    : jpeg
      ? [writeJpeg(jpeg), 'image/jpeg']
      : [new TextEncoder().encode(text), 'application/octet-stream'];
  return { data: Uint8Array.from(bytes.subarray(0, cut)), type: type ?? usualType };
}

/** Writes a grey PNG, or one whose quarters have the four corner colours. */
function writePng(image: ImageContent | string) {
  if (typeof image === 'string') throw new Error(`${image} is not an image`);
  const { width, height, corners = false } = image;
  const pixels = new Uint8Array(width * height * 4);
  // All rows of a half are the same.
  const [upper = [], lower = []] = [0, 2].map((below) =>
    Array.from({ length: width }, (_, x) => {
      const colour = cornerColours[(x * 2 < width ? 0 : 1) + below] ?? [];
      return [...(corners ? colour : [128, 128, 128]), 255];
    }).flat(),
  );
  for (let y = 0; y < height; y += 1) pixels.set(y * 2 < height ? upper : lower, y * width * 4);
  return encodePng({ width, height, pixels });
}

/** Writes the header of a JPEG with its size, without a picture. */
function writeJpeg({ width, height }: ImageContent) {
  const size = [height, width].map((pixels) => pixels.toString(16).padStart(4, '0')).join('');
  const hex = `ffd8ffe000104a46494600010100000100010000ffc0001108${size}03012200021101031101ffd9`;
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
