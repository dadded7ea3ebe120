import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, writeExactly } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { Exchange } from '../../plan/exchange.js';
import { jsonType, respondOptions, sendJson } from '../../respond/respond.js';
import { sharing } from '../../respond/sharing.js';
import { hashTag } from '../../values/ids.js';

/** The description of the service: `/openapi.json` and `/openapi.yaml`, at the root and below each base path. */
export function serveDescription({ plan }: Engine, { request, url }: Exchange): Response | undefined {
  const { document, basePaths } = plan;
  const [, base, form] = /^(.*)\/openapi\.(json|yaml)$/.exec(url.pathname) ?? [];
  if (document === undefined || base === undefined || !['', ...basePaths].includes(base)) return undefined;
  if (request.method === 'OPTIONS') return respondOptions(request, ['GET', 'HEAD']);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new HttpError(405, 'httpMethodNotAllowed', `${url.pathname} takes GET, HEAD, not ${request.method}.`, {
      headers: { allow: 'GET, HEAD' },
    });
  const text = form === 'json' ? writeExactly(document, 2) : `${writeYaml(document, '').trimStart()}\n`;
  const etag = `"${hashTag(text)}"`;
  const type = form === 'json' ? jsonType : 'application/yaml; charset=UTF-8';
  return sendJson(request, { status: 200, etag, text, headers: { ...sharing, 'content-type': type, etag } });
}

/** Writes a value as YAML, each member on a line of its own. Strings are those of JSON, except for plain words. */
function writeYaml(value: Json, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => `\n${indent}- ${writeYaml(one, inner).trimStart()}`).join('');
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(([name, member]) => {
      const text = writeYaml(member, inner);
      return `\n${indent}${writeWord(name)}:${text.startsWith('\n') ? '' : ' '}${text}`;
    });
    return members.join('');
  }
  return typeof value === 'string' ? writeWord(value) : writeExactly(value);
}

/** A word that YAML 1.1 and 1.2 read as a string needs no quotes: `pets`, and neither `no` nor `1e3`. */
function writeWord(text: string): string {
  const isPlain =
    /^[A-Za-z_/$][\w./{}-]*(?: [\w./-]+)*$/.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
