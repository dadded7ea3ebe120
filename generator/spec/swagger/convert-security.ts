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
  const { positions, diagnostics } = conversion;
  if (scopes === undefined)
    diagnostics.warning('missing-required', 'an OAuth scheme of Swagger 2.0 has "scopes"', positions.of(node));
  const flow = conversion.make(node, node, [
    ['authorizationUrl', authorizationUrl],
    ['tokenUrl', tokenUrl],
    ['scopes', scopes ?? conversion.make(node, node, [])],
  ]);
  const draft = rewritable(node);
  for (const key of ['flow', 'authorizationUrl', 'tokenUrl', 'scopes']) delete draft[key];
  const origin = { owner: node, key: 'flow' };
  const entries = name === undefined ? [] : [[name, flow, origin] as const];
  conversion.put(node, 'flows', conversion.makeAt(node, origin, entries), origin);
}

/** Guesses the flow of a scheme from the addresses that it has. */
function guessFlow({ positions, diagnostics }: Conversion, node: JsonObject): string | undefined {
  const { authorizationUrl, tokenUrl } = node;
  const flow = tokenUrl === undefined ? 'implicit' : authorizationUrl === undefined ? 'application' : 'accessCode';
  if (!('flow' in node)) {
    const message = `an OAuth scheme of Swagger 2.0 has a "flow"; by its addresses it is taken for "${flow}"`;
    diagnostics.warning('missing-required', message, positions.of(node));
  }
  return flows[flow];
}
