import type { Api } from '../api.js';
import type { Lowering } from '../schemas/lowering.js';
import { isRelative, serviceAddress } from './servers.js';

/** Reports, at the first of them, that the servers of a document name no host; returns the API. */
export function reportRelativeServers({ document, root, diagnostics }: Lowering, api: Api): Api {
  if (serviceAddress(api) !== undefined) return api;
  const index = api.servers.findIndex(isRelative);
  const node = root.servers?.[index];
  const operation = api.operations.find(({ servers = [] }) => servers.some(isRelative));
  const at = node ? document.positions.ofValue(node, 'url') : api.servers.length === 0 && operation?.at;
  if (!at) return api;
  const url = node?.url ?? operation?.servers?.find(isRelative)?.url;
  const message = `the address ${JSON.stringify(url)} names no host: clients outside of browsers need the option "baseUrl"`;
  diagnostics.warning('relative-server', message, at);
  return api;
}
