import { type Json, toRelated, toUrlEncoded } from '@speccast/runtime';
import { health, type Operation } from '../server/index.js';
import type { FormFields } from './form-fields.js';

/** The input of a form for a call. */
export interface CallDraft {
  readonly params: Readonly<Record<string, Json | undefined>>;
  readonly body: Json | undefined;
  readonly file: File | undefined;
  /** `none`, `key`, `token`, or the id of a caller. */
  readonly sender: string;
  readonly token: string;
}

/** Builds the request of a call. */
export function buildRequest(
  draft: CallDraft,
  operation: Operation,
  { parameters, bodies, keys }: FormFields,
): { readonly path: string; readonly init: RequestInit & { readonly headers: Record<string, string> } } {
  const { params, sender, token, file } = draft;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  const uploadPath = file && operation.uploadPath;
  let path = uploadPath ?? (health.value?.baseUrl ?? '').replace(/\/$/, '') + operation.path;
  for (const { name, in: at, explode } of parameters) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    const values = (Array.isArray(value) ? value : [value]).map((one: Json) =>
      typeof one === 'object' ? JSON.stringify(one) : String(one),
    );
    const text = values.join(',');
    if (at === 'path')
      // A value for `{name=accounts/*}` keeps its slashes.
      path = path.replace(/\{([^{}=]+)(=[^{}]*)?\}/g, (found, own: string, pattern?: string) => {
        if (own !== name) return found;
        return pattern === undefined ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
      });
    else if (at === 'header') headers[name.toLowerCase()] = text;
    else for (const one of explode ? values : [text]) query.append(name, one);
  }
  if (sender === 'token') headers.authorization = `Bearer ${token}`;
  else if (sender === 'key') {
    for (const { name, in: at } of keys) {
      if (at === 'query') query.set(name, 'console');
      else if (at === 'header') headers[name.toLowerCase()] = 'console';
    }
  } else if (sender !== 'none') headers['x-mock-caller'] = sender;
  const body = createBody(draft.body, file, [...bodies.keys()]);
  if (body) headers['content-type'] = body.type;
  if (uploadPath !== undefined) query.set('uploadType', body?.type.startsWith('multipart/') ? 'multipart' : 'media');
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    init: { method: operation.method, headers, ...(body && { body: body.content }) },
  };
}

/** Creates the body of JSON, of a file, or of both, in one of the media types that an operation takes. */
export function createBody(
  body: Json | undefined,
  file: Blob | undefined,
  types: readonly string[],
): { readonly type: string; readonly content: BodyInit } | undefined {
  const isForm = (type: string) => type.startsWith('application/x-www-form-urlencoded');
  const isJson = (type: string) => /[/+]json\b/.test(type);
  if (file) {
    const type = file.type || 'application/octet-stream';
    if (body === undefined || !types.some((one) => one.startsWith('multipart/'))) return { type, content: file };
    const { data, type: related = '' } = toRelated(JSON.stringify(body), { data: file, type });
    // The parts are a blob, because the file is one.
    return { type: related, content: data as Blob };
  }
  if (body === undefined) return undefined;
  const form = types.find(isForm);
  if (form === undefined || types.some(isJson))
    return { type: types.find(isJson) ?? 'application/json', content: JSON.stringify(body) };
  return { type: form, content: toUrlEncoded(body, (message) => new TypeError(`The body ${message}.`)) };
}
