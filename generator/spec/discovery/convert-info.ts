import { isJsonObject, type JsonObject } from '../read/json.js';
import type { DiscoveryContext } from './discovery-context.js';
import { itemsAt, textAt, wordsAt } from './fields.js';
import { makeObject } from './make-value.js';

/** Title, version and description of the API. */
export function convertInfo(context: DiscoveryContext, root: JsonObject): JsonObject {
  const key = ['title', 'canonicalName', 'name'].find((name) => wordsAt(context, root, name) !== undefined);
  const draft = {
    title: key === undefined ? undefined : textAt(context, root, key),
    // What is no text was reported: it is not missing as well.
    version: textAt(context, root, 'version') ?? (root['version'] === undefined ? undefined : ''),
    description: wordsAt(context, root, 'description'),
  };
  return makeObject(context, { node: root }, draft, { title: key ?? 'title' });
}

/** Where the API is described for people. */
export function convertDocumentation(context: DiscoveryContext, root: JsonObject): JsonObject | undefined {
  const url = wordsAt(context, root, 'documentationLink');
  return url === undefined ? undefined : makeObject(context, { node: root, key: 'documentationLink' }, { url });
}

/** Base addresses: the main one, then those of regions. */
export function convertServers(context: DiscoveryContext, root: JsonObject): readonly JsonObject[] {
  const servicePath = textAt(context, root, 'servicePath') ?? '';
  const main =
    wordsAt(context, root, 'rootUrl') === undefined
      ? makeServer(context, root, 'baseUrl', '')
      : makeServer(context, root, 'rootUrl', servicePath);
  const regions = itemsAt(context, root, 'endpoints').filter(isJsonObject);
  return [main, ...regions.map((node) => makeServer(context, node, 'endpointUrl', servicePath))].filter(
    (server) => server !== undefined,
  );
}

function makeServer(
  context: DiscoveryContext,
  node: JsonObject,
  key: string,
  servicePath: string,
): JsonObject | undefined {
  const address = wordsAt(context, node, key);
  if (address === undefined) return undefined;
  const url = [address, servicePath].map(withoutSlashes).filter((part) => part !== '');
  const description = key === 'endpointUrl' ? wordsAt(context, node, 'location') : undefined;
  return makeObject(context, { node, key }, { url: url.join('/') || '/', description });
}

function withoutSlashes(text: string): string {
  return text.trim().replace(/^\/+|\/+$/g, '');
}
