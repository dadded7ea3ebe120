import type { Json, JsonObject } from '@speccast/runtime';
import type { Operation } from '../server/service.js';
import type { FormFields } from './form-fields.js';

/** The input of a form for a call. */
export interface CallDraft {
  readonly params: JsonObject;
  readonly body: Json | undefined;
  readonly file: File | undefined;
  /** `none`, `key`, `token`, or the id of a caller. */
  readonly sender: string;
  readonly token: string;
}

/** The service and the operation of a call. */
export interface CallTarget {
  readonly baseUrl: string;
  readonly operation: Operation;
  readonly described: FormFields;
  readonly keys: readonly { readonly name: string; readonly in: string }[];
}

/** A request as `fetch` takes it. */
export interface BuiltRequest {
  readonly path: string;
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: BodyInit };
}

/** Builds the request of a call. */
export function buildRequest(draft: CallDraft, target: CallTarget): BuiltRequest {
  const { operation, described, baseUrl, keys } = target;
  const { params, sender, token, file } = draft;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path =
    file !== undefined && operation.uploadPath !== undefined
      ? operation.uploadPath
      : baseUrl.replace(/\/$/, '') + operation.path;
  for (const { name, in: at, explode } of described.parameters) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    const values = (Array.isArray(value) ? value : [value]).map((one: Json) =>
      typeof one === 'object' ? JSON.stringify(one) : String(one),
    );
    if (at === 'path') path = fillPath(path, name, values.join(','));
    else if (at === 'header') headers[name.toLowerCase()] = values.join(',');
    else if (explode) for (const one of values) query.append(name, one);
    else query.set(name, values.join(','));
  }
  if (sender === 'token') headers['authorization'] = `Bearer ${token}`;
  else if (sender === 'key') {
    for (const { name, in: place } of keys) {
      if (place === 'query') query.set(name, 'console');
      else if (place === 'header') headers[name.toLowerCase()] = 'console';
    }
  } else if (sender !== 'none') headers['x-mock-caller'] = sender;
  const body = createBody(draft, target);
  if (body !== undefined) headers['content-type'] = body.type;
  if (file !== undefined && operation.uploadPath !== undefined)
    query.set('uploadType', body?.type.startsWith('multipart/') === true ? 'multipart' : 'media');
  const text = query.toString();
  return {
    path: text === '' ? path : `${path}?${text}`,
    init: { method: operation.method, headers, ...(body && { body: body.content }) },
  };
}

/** Fills `{name}`, and `{name=accounts/*}`, whose value keeps its slashes. */
function fillPath(path: string, name: string, value: string): string {
  return path.replace(/\{([^{}=]+)(=[^{}]*)?\}/g, (found, own: string, pattern: string | undefined) => {
    if (own !== name) return found;
    return pattern === undefined ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/');
  });
}

/** The body of a request. */
interface Content {
  readonly type: string;
  readonly content: BodyInit;
}

function createBody({ body, file }: CallDraft, { described }: CallTarget): Content | undefined {
  const types = [...described.bodies.keys()];
  if (file !== undefined) {
    const type = file.type || 'application/octet-stream';
    return body !== undefined && types.some((one) => one.startsWith('multipart/'))
      ? createRelated(body, file, type)
      : { type, content: file };
  }
  if (body === undefined) return undefined;
  if (types.includes('application/x-www-form-urlencoded') && !types.some(isJson))
    return { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(toFields(body)).toString() };
  return { type: types.find(isJson) ?? 'application/json', content: JSON.stringify(body) };
}

function isJson(type: string): boolean {
  return /[/+]json\b/.test(type);
}

/** Turns the members of an object into fields of a form. */
export function toFields(body: Json): Record<string, string> {
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(
    members.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Creates a body of metadata and a file: `multipart/related`. */
export function createRelated(body: Json, file: Blob, type: string): Content {
  const boundary = `console-${Math.random().toString(36).slice(2)}`;
  const head = `--${boundary}\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(body)}\r\n--${boundary}\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    type: `multipart/related; boundary=${boundary}`,
    content: new Blob([head, file, `\r\n--${boundary}--\r\n`]),
  };
}
