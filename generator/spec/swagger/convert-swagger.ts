import { map, textAmong, hasRef } from '../openapi/rules.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import { checkFields, isMisspelt } from './check-fields.js';
import { collectParts, type Part, type ReferenceContext } from './collect-parts.js';
import { makeRequestBody, makeResponse, readMediaTypes } from './convert-body.js';
import { convertPathItem, makeServers, placeParameter, type Shared } from './convert-operation.js';
import { convertItems, convertParameter, pickExtensions, convertSchema } from './convert-parameter.js';
import { Conversion } from './conversion.js';
import { rewritable } from '../read/tree.js';

/**
 * Converts a Swagger 2.0 document, including the parts of other files to which it refers, to an OpenAPI 3.0 document with the
 * same meaning. All new values have the positions of their originals.
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
  // Operations need the parameters and responses before their conversion, and rewrite their own.
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
  // Operations have already converted those that have a `content`.
  if ('content' in node) return;
  if (kind === 'response') conversion.replace(node, makeResponse(conversion, node, node, shared.produces));
  if (kind !== 'parameter') return;
  const place = placeParameter(conversion, node);
  if (place === 'body') conversion.replace(node, makeRequestBody(conversion, node, node, shared.consumes));
  if (place === 'parameter') convertParameter(conversion, node, 'parameter');
}

function makeRoot(conversion: Conversion): JsonObject {
  const { root } = conversion;
  const { info, externalDocs, tags, security, paths } = root;
  const servers = makeServers(conversion, root, root);
  const components = makeComponents(conversion);
  const extensions = pickExtensions(root);
  const draft = { openapi: '3.0.3', info, externalDocs, servers, tags, security, paths, components, ...extensions };
  return conversion.make(root, root, draft, { openapi: 'swagger', servers: 'host' });
}

/** Keys of the document, by the section of `components` in OpenAPI 3. */
const sections = {
  schemas: 'definitions',
  responses: 'responses',
  parameters: 'parameters',
  requestBodies: 'parameters',
  securitySchemes: 'securityDefinitions',
};

function makeComponents(conversion: Conversion): JsonObject | undefined {
  const { root } = conversion;
  for (const key of new Set(Object.values(sections))) conversion.check(root, key, map({ is: 'any' }));
  const entries = Object.entries(sections).flatMap(([name, key]): (readonly [string, JsonObject])[] => {
    const section = root[key];
    if (!isJsonObject(section)) return [];
    if (key !== 'parameters') return [[name, section]];
    // Fields of forms are now in the bodies of operations.
    const place = name === 'parameters' ? 'parameter' : 'body';
    const found = Object.entries(section).filter(
      ([, one]) => placeParameter(conversion, conversion.follow(one)) === place,
    );
    return found.length === 0 ? [] : [[name, conversion.make(root, section, Object.fromEntries(found))]];
  });
  const at = { owner: root, key: 'swagger' };
  return entries.length === 0 ? undefined : conversion.makeAt(root, at, Object.fromEntries(entries), sections);
}

/** The names of the OAuth flows in OpenAPI 3. */
const flows: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** Rewrites a security scheme of Swagger 2.0 in place. */
function convertSecurityScheme(conversion: Conversion, node: JsonObject): void {
  const { type, authorizationUrl, tokenUrl, scopes } = node;
  if (type === 'basic') {
    conversion.put(node, 'type', 'http', 'type');
    conversion.put(node, 'scheme', 'basic', 'type');
  }
  if (type !== 'oauth2' || 'flows' in node) return;
  const isKnown = conversion.check(node, 'flow', textAmong(...Object.keys(flows)));
  const name = isKnown ? flows[String(node['flow'])] : guessFlow(conversion, node);
  if (scopes === undefined)
    conversion.warn('missing-required', 'an OAuth scheme of Swagger 2.0 needs "scopes"', node, 'scopes');
  const draft = { authorizationUrl, tokenUrl, scopes: scopes ?? conversion.make(node, node, {}) };
  const flow = conversion.make(node, node, draft);
  for (const key of ['flow', ...Object.keys(draft)]) delete rewritable(node)[key];
  const at = { owner: node, key: 'flow' };
  conversion.put(node, 'flows', conversion.makeAt(node, at, name === undefined ? {} : { [name]: flow }), at);
}

/** Guesses the flow of a scheme by its addresses. */
function guessFlow(conversion: Conversion, node: JsonObject): string | undefined {
  const { authorizationUrl, tokenUrl } = node;
  const flow = tokenUrl === undefined ? 'implicit' : authorizationUrl === undefined ? 'application' : 'accessCode';
  if (!('flow' in node)) {
    const message = `an OAuth scheme of Swagger 2.0 needs "flow"; by its addresses it is read as "${flow}"`;
    conversion.warn('missing-required', message, node, 'flow');
  }
  return flows[flow];
}
