import { isJsonObject, type Json } from '@speccast/runtime';
import { writeExactly } from '@speccast/runtime/requests';
import type { Received } from '../../plan/plan.js';
import { checkMethod, jsonType, sendTagged, sharing } from '../../respond/respond.js';
import { hashTag } from '../../values/ids.js';
import type { Engine } from '../../world/engine.js';

/** Serves the description of the service: `/openapi.json` and `/openapi.yaml`, at the root and below each base path. */
export function serveDescription({ plan }: Engine, { request, url }: Received): Response | undefined {
  const { document, basePaths } = plan;
  const [, base, form] = /^(.*)\/openapi\.(json|yaml)$/.exec(url.pathname) ?? [];
  if (!document || base === undefined || !['', ...basePaths].includes(base)) return undefined;
  const isJson = form === 'json';
  return serveDocument(request, url.pathname, isJson ? jsonType : yamlType, () =>
    isJson ? writeExactly(document, 2) : `${writeYaml(document, '').trimStart()}\n`,
  );
}

const yamlType = 'application/yaml; charset=UTF-8';

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

/** Writes a string without quotes if YAML 1.1 and 1.2 read it as one: `pets`, but `"no"` and `"1e3"`. */
function writeWord(text: string) {
  const isPlain =
    /^[A-Za-z_/$][\w./{}-]*(?: [\w./-]+)*$/.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/** Serves a description of the service with an entity tag, for `GET` and `HEAD`. */
export function serveDocument(request: Request, pathname: string, type: string, write: () => string): Response {
  const early = checkMethod(request, pathname, ['GET', 'HEAD']);
  if (early) return early;
  const text = write();
  const etag = `"${hashTag(text)}"`;
  return sendTagged(request, text, { headers: { ...sharing, 'content-type': type, etag } });
}
