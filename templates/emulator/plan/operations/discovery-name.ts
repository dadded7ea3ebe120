import type { JsonObject } from '@speccast/runtime';
import { toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan } from '../plan.js';

/** The name of a service in Google's API Discovery Service, and the conventions of its clients. */
export interface DiscoveryName {
  readonly name: string;
  readonly version: string;
  /** Base path that is part of the paths of methods. Default: the path of the service. */
  readonly basePath?: string;
  /** Path below the root that takes several calls in one request: `batch`. */
  readonly batchPath: string;
  /** The spec says that this is a service of Google, so the conventions of its clients hold. */
  readonly isGoogles: boolean;
  /** Further members of `x-discovery`. */
  readonly more: JsonObject;
}

/** Reads the name and version of `x-discovery`, else those of the service. */
export function readDiscoveryName({ document = {}, service }: EmulatorPlan): DiscoveryName {
  const { 'x-discovery': stated, 'x-batch-path': batch, info } = document;
  const { name, version, basePath, 'x-source': _source, ...more } = toJsonObject(stated);
  const { version: own } = toJsonObject(info);
  const text = typeof own === 'string' ? own : '';
  // Discovery's paths have the version `v1` for `1.4.0`.
  const [, major] = /^v?(\d+)(?:\.|$)/i.exec(text) ?? [];
  const batchPath = typeof batch === 'string' ? batch.replace(/^\/+/, '') : 'batch';
  return {
    name: typeof name === 'string' ? name : toSegment(service.name),
    version: typeof version === 'string' ? version : major === undefined ? toSegment(text || 'v1') : `v${major}`,
    ...(typeof basePath === 'string' && { basePath: basePath.replace(/\/+$/, '') }),
    batchPath,
    isGoogles: stated !== undefined || batch !== undefined,
    more,
  };
}

function toSegment(text: string): string {
  return text.replace(/[^\w.-]+/g, '-') || 'api';
}
