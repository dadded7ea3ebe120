import { type JsonObject } from '@speccast/runtime';
import { readQuery } from '@speccast/runtime/parameters';
import { HttpError } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { Exchange } from '../../plan/exchange.js';
import { jsonType, respondOptions, sendJson } from '../../respond/respond.js';
import { sharing } from '../../respond/sharing.js';
import { hashTag } from '../../values/ids.js';
import { discoveryDocument } from './discovery-document.js';
import { readDiscoveryName } from '../../plan/operations/discovery-name.js';

const directory = '/discovery/v1/apis';

/**
 * Google's Discovery Service: the directory `/discovery/v1/apis`, and the document of the service at
 * `/discovery/v1/apis/{api}/{version}/rest` and `/$discovery/rest?version={version}`. Its addresses are those that were called.
 */
export function serveDiscovery(engine: Engine, exchange: Exchange): Response | undefined {
  const { request, url } = exchange;
  const asked = askedIn(url);
  if (asked === undefined || engine.plan.document === undefined) return undefined;
  if (request.method === 'OPTIONS') return respondOptions(request, ['GET', 'HEAD']);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new HttpError(405, 'httpMethodNotAllowed', `${url.pathname} takes GET, HEAD, not ${request.method}.`, {
      headers: { allow: 'GET, HEAD' },
    });
  const root = `${url.origin}${engine.prefix}/`;
  const body = asked.kind === 'list' ? listOf(engine, root, asked) : documentOf(engine, root, asked);
  const text = JSON.stringify(body);
  const etag = `"${hashTag(text)}"`;
  return sendJson(request, { status: 200, etag, text, headers: { ...sharing, 'content-type': jsonType, etag } });
}

/** What a request asks of the service; without a name or version, any is meant. */
interface Asked {
  readonly kind: 'list' | 'document';
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

function askedIn({ pathname, search }: URL): Asked | undefined {
  const path = pathname.replace(/^\/%24/, '/$').replace(/\/$/, '');
  const query = readQuery(search);
  if (path === directory) return { kind: 'list', name: query.get('name') };
  if (path === '/$discovery/rest') return { kind: 'document', version: query.get('version') };
  const [, name, version] = /^\/discovery\/v1\/apis\/([^/]+)\/([^/]+)\/rest$/.exec(path) ?? [];
  return name === undefined ? undefined : { kind: 'document', name, version };
}

function documentOf({ plan }: Engine, root: string, asked: Asked): JsonObject {
  const { name, version } = readDiscoveryName(plan);
  const found = isMeant(asked, { name, version }) ? discoveryDocument(plan, root) : undefined;
  if (found !== undefined) return found;
  const has = `this service is ${name} ${version}: ${directory}/${name}/${version}/rest`;
  throw new HttpError(404, 'notFound', `There is no such Discovery document; ${has}.`);
}

function isMeant(asked: Asked, own: { readonly name: string; readonly version: string }): boolean {
  return (asked.name ?? own.name) === own.name && (asked.version ?? own.version) === own.version;
}

function listOf({ plan }: Engine, root: string, asked: Asked): JsonObject {
  const document = discoveryDocument(plan, root) ?? {};
  const { name, version } = document;
  const shown = ['id', 'name', 'version', 'title', 'description', 'documentationLink'];
  const item = {
    kind: 'discovery#directoryItem',
    ...Object.fromEntries(Object.entries(document).filter(([key]) => shown.includes(key))),
    discoveryRestUrl: `${root}discovery/v1/apis/${String(name)}/${String(version)}/rest`,
    preferred: true,
  };
  const items = asked.name === undefined || asked.name === name ? [item] : [];
  return { kind: 'discovery#directoryList', discoveryVersion: 'v1', items };
}
