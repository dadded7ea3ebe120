import type { Json, JsonObject } from '@speccast/runtime';
import { credentialParameters, readParameters } from '@speccast/runtime/requests';
import { rejectOrWarn } from '../plan/notes.js';
import { withEmptyMembers, withWrittenNumbers } from '../plan/operations/coerce-body.js';
import type { Decoded, DecodedBody, Routed } from '../plan/plan.js';
import { withSets } from './check-request.js';
import { mediaLimits } from './media-limits.js';
import { readBody } from './read-body.js';
import type { Shared } from './shared.js';

/** Reads parameters and body of a request; the body may have been read already. Rejects (400, 413, 415) input that cannot be decoded. */
export async function readInput(
  shared: Shared,
  { request, plan, path, query, notes }: Routed,
  reading?: Promise<DecodedBody>,
): Promise<Decoded> {
  const { profile, maxBodyBytes } = shared;
  const limits = { maxBytes: maxBodyBytes, media: mediaLimits(shared, request) };
  const { body: received, media, content } = await (reading ?? readBody(request, plan, limits));
  const params = readParameters(plan, {
    path,
    query,
    headers: request.headers,
    credentials: credentialParameters(shared.plan.service),
    reject: (error) => rejectOrWarn({ profile, notes }, error),
  });
  const trimmed = shared.plan.settings.trims === true ? trimLists(params) : params;
  const written = content?.kind === 'form' ? withEmptyMembers(plan.body, received) : received;
  const body = withWrittenNumbers(plan.body, withSets(plan, trimmed, written));
  return {
    params: trimmed,
    ...(body !== undefined && { body }),
    ...(media && { media }),
    ...(content && { content }),
  };
}

/** Removes the blanks around the items of lists: `['id, snippet']` → `['id', 'snippet']`. */
function trimLists(params: JsonObject): JsonObject {
  const trim = (one: Json): Json => (typeof one === 'string' ? one.split(',').map((part) => part.trim()) : one);
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.flatMap(trim) : value,
  ]);
  return Object.fromEntries(entries);
}
