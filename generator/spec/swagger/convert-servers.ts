import { list, textAmong, text } from '../openapi/rules.js';
import { toArray, type Json, type JsonObject } from '../../json.js';
import type { Conversion, Entry } from './conversion.js';

const schemes = list(textAmong('http', 'https', 'ws', 'wss'));

/** The same in the order in which clients should try them. */
const preferred = ['https', 'http', 'wss', 'ws'];

/** Makes the servers of a document, or those of an operation with schemes of its own, for an object of a file. */
export function makeServers(conversion: Conversion, holder: JsonObject, node: JsonObject): Json | undefined {
  const { root } = conversion;
  for (const key of ['host', 'basePath']) if (node === root && key in root) conversion.check(root, key, text);
  if ('schemes' in node) conversion.check(node, 'schemes', schemes);
  const host = readHost(conversion, node === root);
  const basePath = filled(root['basePath'])?.replace(/^\/*/, '/').replace(/\/+$/, '') ?? '';
  const key = host === undefined ? 'basePath' : 'host';
  if (host === undefined && (basePath === '' || node !== root)) return undefined;
  const at = { owner: root, key };
  const stated = toArray(node['schemes']);
  const known = preferred.filter((scheme) => stated.includes(scheme));
  const used = known.length === 0 ? ['https'] : known;
  const urls = host === undefined ? [basePath] : used.map((scheme) => `${scheme}://${host}${basePath}`);
  const servers = urls.map((url) => [conversion.makeAt(holder, at, [['url', url] satisfies Entry]), at] as const);
  return conversion.list(holder, at, servers);
}

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
