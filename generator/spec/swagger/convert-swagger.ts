import { map, type Rule, textAmong, hasRef } from '../openapi/rules.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { checkFields, isMisspelt } from './check-fields.js';
import { collectParts, type Part, type ReferenceContext } from './collect-parts.js';
import { convertBody, convertResponse, readMediaTypes } from './convert-body.js';
import { convertPathItem, makeServers, placeParameter, type Shared } from './convert-operation.js';
import { convertItems, convertParameter, listExtensions, convertSchema } from './convert-parameter.js';
import { Conversion, type Entry } from './conversion.js';
import { rewritable } from '../read/tree.js';

/**
 * Turns a Swagger 2.0 document, with all that its references resolve to in other files, into the OpenAPI 3.0 document that
 * means the same. Everything in it has the position of what it was made from.
 */
export function convertSwagger(root: JsonObject, context: ReferenceContext): JsonObject {
  const { positions, diagnostics } = context;
  if (!('paths' in root) && !isMisspelt(root, 'paths'))
    diagnostics.error('missing-field', 'a Swagger 2.0 document needs "paths"', positions.of(root));
  const parts = collectParts(root, context);
  for (const { node, kind } of parts.list) checkFields({ positions, diagnostics }, node, kind);
  const conversion = new Conversion(root, { positions, diagnostics, parts });
  const shared: Shared = {
    consumes: readMediaTypes(conversion, root, 'consumes') ?? [],
    produces: readMediaTypes(conversion, root, 'produces') ?? [],
  };
  // Operations read parameters and responses as they are written, and rewrite those that are theirs.
  const operations = parts.list.filter(({ kind }) => kind === 'pathItem');
  for (const { node } of operations) convertPathItem(conversion, node, shared);
  for (const part of parts.list) convertPart(conversion, part, shared);
  const converted = makeRoot(conversion);
  conversion.finish(converted);
  return converted;
}

function convertPart(conversion: Conversion, { node, kind }: Part, shared: Shared): void {
  if (kind === 'schema') return convertSchema(conversion, node);
  if (hasRef(node)) return;
  if (kind === 'items') {
    convertItems(conversion, node);
    convertSchema(conversion, node);
  }
  if (kind === 'header') convertParameter(conversion, node, 'header');
  if (kind === 'securityScheme') convertSecurityScheme(conversion, node);
  // Operations have converted those that have a `content`.
  if (kind === 'response' && !('content' in node)) convertResponse(conversion, node, shared.produces);
  if (kind !== 'parameter' || 'content' in node) return;
  const place = placeParameter(conversion, node);
  if (place === 'body') convertBody(conversion, node, shared.consumes);
  if (place === 'parameter') convertParameter(conversion, node, 'parameter');
}

function makeRoot(conversion: Conversion): JsonObject {
  const { root } = conversion;
  const { info, externalDocs, tags, security, paths } = root;
  const servers = makeServers(conversion, root, root);
  return conversion.make(root, root, [
    ['openapi', '3.0.3', { owner: root, key: 'swagger' }],
    ['info', info],
    ['externalDocs', externalDocs],
    ['servers', servers, { owner: root, key: 'host' }],
    ['tags', tags],
    ['security', security],
    ['paths', paths],
    ['components', makeComponents(conversion)],
    ...listExtensions(root),
  ]);
}

function makeComponents(conversion: Conversion): JsonObject | undefined {
  const { root } = conversion;
  const sections: readonly (readonly [string, Json | undefined, string])[] = [
    ['schemas', readSection(conversion, 'definitions'), 'definitions'],
    ['responses', readSection(conversion, 'responses'), 'responses'],
    ['parameters', readSharedParameters(conversion, 'parameter'), 'parameters'],
    ['requestBodies', readSharedParameters(conversion, 'body'), 'parameters'],
    ['securitySchemes', readSection(conversion, 'securityDefinitions'), 'securityDefinitions'],
  ];
  const entries = sections.map(([name, value, key]): Entry => [name, value, { owner: root, key }]);
  const isEmpty = sections.every(([, value]) => value === undefined);
  return isEmpty ? undefined : conversion.makeAt(root, { owner: root, key: 'swagger' }, entries);
}

const anyMap: Rule = map({ is: 'any' });

/** Reads the shared objects under a key of the document. */
function readSection(conversion: Conversion, key: string): JsonObject | undefined {
  const value = conversion.root[key];
  conversion.check(conversion.root, key, anyMap);
  return isJsonObject(value) ? value : undefined;
}

/** Reads the shared parameters that belong in one part of the components; fields of forms are in the bodies of operations. */
function readSharedParameters(conversion: Conversion, wanted: 'parameter' | 'body'): JsonObject | undefined {
  const { root } = conversion;
  const { parameters } = root;
  if (wanted === 'parameter') conversion.check(root, 'parameters', anyMap);
  if (!isJsonObject(parameters)) return undefined;
  const found = Object.entries(parameters).filter(
    ([, one]: [string, Json]) => placeParameter(conversion, conversion.follow(one)) === wanted,
  );
  return found.length === 0 ? undefined : conversion.make(root, parameters, found);
}

/** The names of the OAuth flows in OpenAPI 3. */
const flows: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** Rewrites a security scheme of Swagger 2.0 where it is. */
function convertSecurityScheme(conversion: Conversion, node: JsonObject): void {
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
