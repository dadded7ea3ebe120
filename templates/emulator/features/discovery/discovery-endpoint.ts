import { readQuery } from '@speccast/runtime/parameters';
import { HttpError } from '@speccast/runtime/requests';
import type { Received } from '../../plan/plan.js';
import type { EmulatorPlan } from '../../plan/plan.js';
import { readDiscoveryName } from '../../plan/operations/discovery-name.js';
import { jsonType } from '../../respond/respond.js';
import type { Engine } from '../../world/engine.js';
import { makeDiscoveryDocument } from './discovery-document.js';
import { serveDocument } from './serve-document.js';

const directory = '/discovery/v1/apis';

/**
 * Serves Google's Discovery Service: the directory `/discovery/v1/apis`, and the document of the service at
 * `/discovery/v1/apis/{api}/{version}/rest` and `/$discovery/rest?version={version}`. Its addresses are those that were called.
 */
export function serveDiscovery({ plan, prefix }: Engine, { request, url }: Received): Response | undefined {
  const path = url.pathname.replace(/^\/%24/, '/$').replace(/\/$/, '');
  const query = readQuery(url.search);
  const [, name, version] = /^\/discovery\/v1\/apis\/([^/]+)\/([^/]+)\/rest$/.exec(path) ?? [];
  const isRest = path === '/$discovery/rest';
  if (plan.document === undefined || !(path === directory || isRest || name !== undefined)) return undefined;
  const root = `${url.origin}${prefix}/`;
  const write = (): object => {
    if (path === directory) return listDocuments(plan, root, query.get('name'));
    const own = readDiscoveryName(plan);
    const asked = isRest ? { name: own.name, version: query.get('version') ?? own.version } : { name, version };
    if (asked.name === own.name && asked.version === own.version) return makeDiscoveryDocument(plan, root);
    const has = `this service is ${own.name} ${own.version}: ${directory}/${own.name}/${own.version}/rest`;
    throw new HttpError(404, 'notFound', `There is no such Discovery document; ${has}.`);
  };
  return serveDocument(request, url.pathname, jsonType, () => JSON.stringify(write()));
}

/** Lists the one service, or none if another name is asked for. */
function listDocuments(plan: EmulatorPlan, root: string, asked: string | undefined): object {
  const { id, name, version, title, description, documentationLink } = makeDiscoveryDocument(plan, root);
  const item = {
    kind: 'discovery#directoryItem',
    id,
    name,
    version,
    title,
    description,
    documentationLink,
    discoveryRestUrl: `${root}discovery/v1/apis/${String(name)}/${String(version)}/rest`,
    preferred: true,
  };
  const items = asked === undefined || asked === name ? [item] : [];
  return { kind: 'discovery#directoryList', discoveryVersion: 'v1', items };
}
