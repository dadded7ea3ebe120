import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import { HttpError, checkParameters, credentialParameters, readParameters } from '@speccast/runtime/requests';
import { rejectOrWarn } from '../plan/notes.js';
import { withEmptyMembers, withWrittenNumbers } from '../plan/operations/coerce-body.js';
import type { Call, Decoded, DecodedBody, OperationPlan, Routed } from '../plan/plan.js';
import { findMediaLimits, readBody } from './read-body.js';
import type { Shared } from './shared.js';
import type { Issue } from '@speccast/runtime/validators';
import { listFilterRules, readFilter } from '../act/rows/read-filters.js';
import { missing } from '../act/rows/rows.js';
import { withoutPatchable } from '../act/rows/update-row.js';
import { countBytes } from '../store/media.js';
import { defined } from '../values/defined.js';
import { filterMembers, stringsOf, valueAt, withValue } from '../values/json-path.js';
import { listParameters, readProperties } from '../plan/operations/document-parts.js';
import { missingToken } from './authorize.js';

/** Reads parameters and body of a request; the body may have been read already. Rejects (400, 413, 415) input that cannot be decoded. */
export async function readInput(
  shared: Shared,
  { request, plan, path, query, notes }: Routed,
  reading?: Promise<DecodedBody>,
): Promise<Decoded> {
  const { profile } = shared;
  const limits = { maxBytes: shared.maxBodyBytes };
  const {
    body: received,
    media,
    content,
  } = await (reading ?? readBody(request, plan, limits, findMediaLimits(shared, request)));
  const params = readParameters(plan, {
    path,
    query,
    headers: request.headers,
    credentials: credentialParameters(shared.plan.service),
    reject: (error) => rejectOrWarn({ profile, notes }, error),
  });
  const trimmed = shared.plan.settings.trims === true ? splitLists(params, (text) => text.trim()) : params;
  const written = content?.kind === 'form' ? withEmptyMembers(plan.body, received) : received;
  const body = withWrittenNumbers(plan.body, withSets(plan, trimmed, written));
  return defined({ params: trimmed, body, media, content });
}

/** Splits the items of lists at their commas: `['id,snippet']` → `['id', 'snippet']`. */
function splitLists(params: JsonObject, trim = (text: string) => text): JsonObject {
  const split = (one: Json) => (typeof one === 'string' ? one.split(',').map(trim) : one);
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.flatMap(split) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Rejects (401) parameters that require a token. */
export function checkTokenParameters(call: Call): void {
  if (call.caller) return;
  for (const [name, rule] of listFilterRules(call.plan)) {
    const { token } = rule;
    if (!token || call.params[name] === undefined) continue;
    const value = readFilter(call, name, rule);
    if (value !== undefined && (token === true || stringsOf(value).some((text) => token.includes(text))))
      throw missingToken(name);
  }
}

/** Rejects (400) parameters and bodies that the generated validators, or the spec's requirements, do not accept. */
export function checkRequest(call: Call): void {
  const { plan, params, body, media } = call;
  const { operation, behaviour } = plan;
  const declared = declaredOnly(plan, params);
  // The real service splits lists at encoded commas, too: `?id=a%2Cb` names two ids.
  const { issues } = checkParameters(plan, call.profile === 'vendor' ? splitLists(declared) : declared);
  const enforced = issues.filter((issue) => isEnforced(call, issue));
  rejectIssues(call, enforced, 'parameter');
  const isValidated = call.content === undefined || (plan.bodyTypes?.includes(call.content.mediaType) ?? true);
  if (body !== undefined && isValidated && plan.body?.is(body) === false) {
    const wrong = withoutPatchable(call, plan.body.check(body)).filter(({ schema }) => !isRule(schema));
    rejectIssues(call, wrong, 'body');
  }
  const wantsMedia = behaviour.media?.required ?? operation.media?.required ?? false;
  const length = media ? countBytes(media) : 0;
  if (length === 0 && wantsMedia)
    rejectOrWarn(call, missing('media', behaviour.media?.reason ?? 'mediaBodyRequired', 'body'));
  if (body === undefined && !media && operation.bodyRequired === true)
    rejectOrWarn(call, missing('body', 'required', 'body'));
  checkLength(plan, length);
  checkPaths(call);
}

/** Rejects (413) more bytes than the operation takes. */
export function checkLength({ behaviour }: OperationPlan, length: number): void {
  const limit = behaviour.media?.maxBytes;
  if (limit === undefined || length <= limit) return;
  throw new HttpError(413, 'uploadTooLarge', `The upload is longer than ${limit} bytes.`, {
    locationType: 'body',
    rule: 'media/maxBytes',
    got: `${length} bytes`,
  });
}

/** Adds the values of parameters that set paths of the body. */
export function withSets(plan: OperationPlan, params: JsonObject, body: Json | undefined): Json | undefined {
  let result = body;
  for (const [name, path] of Object.entries(plan.behaviour.sets ?? {})) {
    const value = params[name];
    const target = result ?? {};
    if (value === undefined || !isJsonObject(target) || valueAt(target, path) !== undefined) continue;
    result = withValue(target, path, value === 'true' || value === 'false' ? value === 'true' : value);
  }
  return result;
}

/** Returns whether an issue is about a rule in addition to the schema. `checkVendor` checks these rules, and has other reasons for them. */
function isRule(schema: string) {
  return /\/x-(?:parameter|body)-rules\//.test(schema);
}

/** Returns whether an issue of a parameter rejects the call. */
function isEnforced({ plan, emulator, params }: Call, { keyword, schema, path: [name = ''] }: Issue) {
  if (isRule(schema)) return false;
  const parameter = readProperties(plan.operation).get(String(name));
  const stated = parameter && listParameters(emulator.document ?? {}, plan).get(parameter.name);
  if (params[name] === '' && stated?.['allowEmptyValue'] === true) return false;
  // OpenAPI ignores parameters that are these headers: credentials and media types are declared elsewhere.
  if (parameter?.in === 'header' && /^(?:accept|authorization|content-type)$/i.test(parameter.name)) return false;
  // Without the parameter for parts, the response has all parts, even if the spec requires the parameter.
  if (keyword === 'required' && name === (plan.parts?.parameter ?? emulator.settings.parts?.parameter)) return false;
  return plan.enforced === undefined || plan.enforced.includes(String(name));
}

function checkPaths(call: Call) {
  const { plan, params, body, media } = call;
  const isThere = (path: string) => {
    if (path === 'media') return media !== undefined;
    const value = valueAt(body, path) ?? (path.startsWith('?') ? params[path.slice(1)] : undefined);
    return (value ?? '') !== '';
  };
  for (const [paths, reason] of Object.entries(plan.behaviour.requires ?? {})) {
    if (!paths.split('|').some(isThere)) rejectOrWarn(call, missing(paths.replaceAll('|', ' or '), reason, 'body'));
  }
  for (const [path, reason] of Object.entries(plan.behaviour.refuses ?? {})) {
    if (isThere(path))
      rejectOrWarn(
        call,
        new HttpError(400, reason, `The request must not have ${path}.`, { location: path, locationType: 'body' }),
      );
  }
}

/** Copies the parameters that the operation declares. */
export function declaredOnly(plan: OperationPlan, params: JsonObject): JsonObject {
  return filterMembers(params, (name) => readProperties(plan.operation).has(name));
}

function rejectIssues(call: Call, issues: readonly Issue[], locationType: 'parameter' | 'body') {
  for (const { path, keyword, message } of issues) {
    const location = path.join('.');
    const { behaviour, vendor } = call.plan;
    const { errors: { missing: lacking = 'required', invalid = 'invalidValue' } = {} } = behaviour;
    const common = call.profile === 'vendor' ? call.emulator.vendor?.settings?.invalid : undefined;
    const own = vendor?.parameters?.reasons?.[String(path[0])] ?? common?.[location] ?? 'invalidParameter';
    const [required, wrong] = locationType === 'body' ? ['required', invalid] : [lacking, own];
    const reason = keyword === 'required' ? required : wrong;
    rejectOrWarn(call, new HttpError(400, reason, message, { locationType, ...(location === '' ? {} : { location }) }));
  }
}
