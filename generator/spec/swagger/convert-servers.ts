import { list, textAmong, text } from '../openapi/rules.js';
import type { Json, JsonObject } from '../../json.js';
import type { Conversion, Entry } from './conversion.js';

const schemes = list(textAmong('http', 'https', 'ws', 'wss'));

/** The addresses of a document, or those of an operation with schemes of its own, made for an object of a file; secure ones first. */
export function makeServers(conversion: Conversion, holder: JsonObject, node: JsonObject): Json | undefined {
  const { root } = conversion;
  for (const key of ['host', 'basePath']) if (node === root && key in root) conversion.check(root, key, text);
  if ('schemes' in node) conversion.check(node, 'schemes', schemes);
  const host = readHost(conversion, node === root);
  const basePath = filled(root['basePath'])?.replace(/^\/*/, '/').replace(/\/+$/, '') ?? '';
  const key = host === undefined ? 'basePath' : 'host';
  if (host === undefined && (basePath === '' || node !== root)) return undefined;
  const at = { owner: root, key };
  const urls = host === undefined ? [basePath] : listSchemes(node).map((scheme) => `${scheme}://${host}${basePath}`);
  const servers = urls.map((url) => [conversion.makeAt(holder, at, [['url', url] satisfies Entry]), at] as const);
  return conversion.list(holder, at, servers);
}

/** The schemes in the order in which clients should try them; https where none is stated. */
function listSchemes({ schemes: stated }: JsonObject): readonly string[] {
  const known = (Array.isArray(stated) ? stated : []).filter(
    (one): one is string => typeof one === 'string' && Object.hasOwn(order, one),
  );
  const sorted = [...new Set(known)].sort((left, right) => (order[left] ?? 0) - (order[right] ?? 0));
  return sorted.length === 0 ? ['https'] : sorted;
}

const order: Readonly<Record<string, number>> = { https: 0, http: 1, wss: 2, ws: 3 };

function readHost({ root, diagnostics, positions }: Conversion, tells: boolean): string | undefined {
  const host = filled(root['host'])?.replace(/\/+$/, '');
  const bare = host?.replace(/^[a-z]+:\/\//i, '');
  if (host !== bare && tells) {
    const message = `"host" is a name without a scheme, which "schemes" has: it is taken for ${JSON.stringify(bare)}`;
    diagnostics.warning('invalid-value', message, positions.ofValue(root, 'host'));
  }
  return bare === '' ? undefined : bare;
}

function filled(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
