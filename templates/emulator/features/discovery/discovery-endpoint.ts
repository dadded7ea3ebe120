import { readQuery } from '@speccast/runtime/parameters';
import { HttpError } from '@speccast/runtime/requests';
import type { Received } from '../../plan/plan.js';
import { readDiscoveryName } from '../../plan/operations/discovery-name.js';
import { jsonType } from '../../respond/respond.js';
import type { Engine } from '../../world/engine.js';
import { makeDiscoveryDocument } from './discovery-document.js';
import { serveDocument } from './description-endpoint.js';

const directory = '/discovery/v1/apis';

/**
 * Serves Google's Discovery Service: the directory `/discovery/v1/apis`, and the document of the service at
 * `/discovery/v1/apis/{api}/{version}/rest` and `/$discovery/rest?version={version}`. Its addresses are those that were called.
 */
export function serveDiscovery({ plan, prefix }: Engine, { request, url }: Received): Response | undefined {
  const path = url.pathname.replace(/^\/%24/, '/$').replace(/\/$/, '');
  const query = readQuery(url.search);
  const own = readDiscoveryName(plan);
  const asked =
    path === '/$discovery/rest'
      ? [own.name, query.get('version') ?? own.version]
      : /^\/discovery\/v1\/apis\/([^/]+)\/([^/]+)\/rest$/.exec(path)?.slice(1);
  if (!plan.document || (!asked && path !== directory)) return undefined;
  const root = `${url.origin}${prefix}/`;
  const address = `${directory}/${own.name}/${own.version}/rest`;
  return serveDocument(request, url.pathname, jsonType, () => {
    const document = makeDiscoveryDocument(plan, root);
    const { id, name, version, title, description, documentationLink } = document;
    if (!asked) {
      const item = {
        kind: 'discovery#directoryItem',
        id,
        name,
        version,
        title,
        description,
        documentationLink,
        discoveryRestUrl: root + address.slice(1),
        preferred: true,
      };
      const items = (query.get('name') ?? name) === name ? [item] : [];
      return JSON.stringify({ kind: 'discovery#directoryList', discoveryVersion: 'v1', items });
    }
    if (asked.join('/') === `${own.name}/${own.version}`) return JSON.stringify(document);
    const has = `this service is ${own.name} ${own.version}: ${address}`;
    throw new HttpError(404, 'notFound', `There is no such Discovery document; ${has}.`);
  });
}
