import { textAmong } from '../openapi/rules.js';
import type { JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import type { Conversion } from './conversion.js';

/** The names of the OAuth flows in OpenAPI 3. */
const flows: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** Rewrites a security scheme of Swagger 2.0 where it is. */
export function convertSecurityScheme(conversion: Conversion, node: JsonObject): void {
  const { type } = node;
  const at = { owner: node, key: 'type' };
  if (type === 'basic') {
    conversion.put(node, 'type', 'http', at);
    conversion.put(node, 'scheme', 'basic', at);
  }
  if (type !== 'oauth2' || 'flows' in node) return;
  const isKnown = conversion.check(node, 'flow', textAmong(...Object.keys(flows)));
  const name = isKnown ? flows[String(node['flow'])] : guessFlow(conversion, node);
  const { authorizationUrl, tokenUrl, scopes } = node;
  const flow = conversion.make(node, node, [
    ['authorizationUrl', authorizationUrl],
    ['tokenUrl', tokenUrl],
    ['scopes', scopes ?? noScopes(conversion, node)],
  ]);
  const draft = rewritable(node);
  for (const key of ['flow', 'authorizationUrl', 'tokenUrl', 'scopes']) delete draft[key];
  const entries = name === undefined ? [] : [[name, flow, { owner: node, key: 'flow' }] as const];
  conversion.put(node, 'flows', conversion.makeAt(node, { owner: node, key: 'flow' }, entries), {
    owner: node,
    key: 'flow',
  });
}

/** The scopes of a scheme that states none, as the standard wants it to. */
function noScopes(conversion: Conversion, node: JsonObject): JsonObject {
  const { positions, diagnostics } = conversion;
  diagnostics.warning('missing-required', 'an OAuth scheme of Swagger 2.0 has "scopes"', positions.of(node));
  return conversion.make(node, node, []);
}

/** The flow that the addresses of a scheme are for. */
function guessFlow({ positions, diagnostics }: Conversion, node: JsonObject): string | undefined {
  const { authorizationUrl, tokenUrl } = node;
  const flow = tokenUrl === undefined ? 'implicit' : authorizationUrl === undefined ? 'application' : 'accessCode';
  if (!('flow' in node)) {
    const message = `an OAuth scheme of Swagger 2.0 has a "flow"; by its addresses it is taken for "${flow}"`;
    diagnostics.warning('missing-required', message, positions.of(node));
  }
  return flows[flow];
}
