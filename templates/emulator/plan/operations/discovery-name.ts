import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { EmulatorPlan } from '../plan.js';

/** What Google's API Discovery Service calls a service. */
export interface DiscoveryName {
  readonly name: string;
  readonly version: string;
  /** Base path that is part of the paths of methods; undefined where it is the path of the service. */
  readonly basePath?: string;
  /** Path below the root that takes several calls in one request. */
  readonly batchPath: string;
  /** Whether the spec says that this is a service of Google's: then its clients' conventions hold. */
  readonly isGoogles: boolean;
  /** Further facts, as they stand in the document. */
  readonly more: JsonObject;
}

/** The name and version of `x-discovery`, else those of the service. */
export function discoveryOf(plan: EmulatorPlan): DiscoveryName {
  const known = names.get(plan) ?? readName(plan);
  names.set(plan, known);
  return known;
}

const names = new WeakMap<EmulatorPlan, DiscoveryName>();

function readName({ document = {}, service }: EmulatorPlan): DiscoveryName {
  const { 'x-discovery': stated, 'x-batch-path': batch, info } = document;
  const { name, version, basePath, 'x-source': _source, ...more } = isJsonObject(stated) ? stated : {};
  const own = isJsonObject(info) ? info['version'] : undefined;
  const batchPath = typeof batch === 'string' ? batch.replace(/^\/+/, '') : 'batch';
  return {
    name: typeof name === 'string' ? name : segment(service.name),
    version: typeof version === 'string' ? version : versionOf(own),
    ...(typeof basePath === 'string' && { basePath: basePath.replace(/\/+$/, '') }),
    batchPath,
    isGoogles: stated !== undefined || batch !== undefined,
    more,
  };
}

function segment(text: string): string {
  return text.replace(/[^\w.-]+/g, '-') || 'api';
}

/** `1.4.0` is the version `v1` in Discovery's paths. */
function versionOf(version: unknown): string {
  const text = typeof version === 'string' ? version : '';
  const [, major] = /^v?(\d+)(?:\.|$)/i.exec(text) ?? [];
  return major === undefined ? segment(text || 'v1') : `v${major}`;
}
