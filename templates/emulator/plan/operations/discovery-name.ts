import type { JsonObject } from '@speccast/runtime';
import { toJsonObject } from '@speccast/runtime/requests';
import { defined } from '../../values/defined.js';
import { stringAt } from '../../values/json-path.js';
import type { EmulatorPlan } from '../plan.js';

/** The name of a service in Google's API Discovery Service, and the conventions of its clients. */
export interface DiscoveryName {
  readonly name: string;
  readonly version: string;
  /** Base path that is part of the paths of methods. Default: the path of the service. */
  readonly basePath?: string;
  /** Path below the root that takes several calls in one request: `batch`. */
  readonly batchPath: string;
  /** True if the spec declares a service of Google, to which the conventions of Google's clients apply. */
  readonly isGoogles: boolean;
  /** Further members of `x-discovery`. */
  readonly more: JsonObject;
}

/** Reads the name and version of `x-discovery`, else those of the service. */
export function readDiscoveryName({ document = {}, service }: EmulatorPlan): DiscoveryName {
  const { 'x-discovery': stated, 'x-batch-path': batch } = document;
  const { name: _name, version: _version, basePath: _basePath, 'x-source': _source, ...more } = toJsonObject(stated);
  const own = stringAt(document, 'info.version') ?? '';
  // Discovery's paths have the version `v1` for `1.4.0`.
  const [, major] = /^v?(\d+)(?:\.|$)/i.exec(own) ?? [];
  return defined({
    name: stringAt(stated, 'name') ?? toSegment(service.name),
    version: stringAt(stated, 'version') ?? (major === undefined ? toSegment(own || 'v1') : `v${major}`),
    basePath: stringAt(stated, 'basePath')?.replace(/\/+$/, ''),
    batchPath: stringAt(document, 'x-batch-path')?.replace(/^\/+/, '') ?? 'batch',
    isGoogles: stated !== undefined || batch !== undefined,
    more,
  });
}

function toSegment(text: string) {
  return text.replace(/[^\w.-]+/g, '-') || 'api';
}
