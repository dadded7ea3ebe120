import { isJsonObject } from '../../spec/read/json.js';
import type { JsonObject } from '../../spec/read/json.js';
import type { MediaUpload, UploadPlace } from '../api.js';
import type { OperationPlace } from '../operations/lower-parameter.js';
import { lowerServers } from '../service/lower-server.js';
import type { Lowering } from '../lowering.js';
import { isOverlaid } from '../overlaid.js';
import { basePathsOf } from '../service/server-addresses.js';

/** What `x-media` says about bytes beyond the request body. */
export type MediaFacts = Pick<MediaUpload, 'accepted' | 'maxBytes' | 'overlaid' | 'upload' | 'resumable'>;

/** Reads `x-media` of an operation; nothing where it has none. */
export function lowerMediaFacts(lowering: Lowering, place: OperationPlace): MediaFacts {
  const facts = place.node['x-media'];
  if (!isJsonObject(facts)) return {};
  const { mediaTypes, maxBytes, upload } = facts;
  const accepted = Array.isArray(mediaTypes) ? mediaTypes.filter((type) => typeof type === 'string') : [];
  return {
    ...(accepted.length > 0 && { accepted }),
    ...(typeof maxBytes === 'number' && { maxBytes }),
    ...(isOverlaid(lowering, lowering.document.positions.ofKey(facts, 'maxBytes')) && { overlaid: true }),
    ...(isJsonObject(upload) && lowerUploadPlace(lowering, place, upload)),
  };
}

function lowerUploadPlace(lowering: Lowering, place: OperationPlace, { path, protocols }: JsonObject): MediaFacts {
  if (typeof path !== 'string') return {};
  const resumable = Array.isArray(protocols) && protocols.includes('resumable');
  const { item, node } = place;
  const servers = lowerServers(node.servers ?? item.servers ?? lowering.root.servers);
  return {
    upload: uploadPlace(path, basePathsOf(servers), place.path),
    ...(resumable && { resumable }),
  };
}

/**
 * Seen from a base address: what stands before its path (`/upload/v3/videos` is `/upload`, the base path `/v3` and the
 * operation's `/videos`), so that uploads follow where a caller moves the base; else a path of its own.
 */
function uploadPlace(path: string, basePaths: readonly string[], operationPath: string): UploadPlace {
  const longest = basePaths.toSorted((left, right) => right.length - left.length);
  const base = longest.find((one) => path.endsWith(one + operationPath));
  const prefix = base === undefined ? undefined : path.slice(0, path.length - base.length - operationPath.length);
  return prefix === undefined || /[{}]/.test(prefix) ? { kind: 'path', path } : { kind: 'prefix', prefix };
}
