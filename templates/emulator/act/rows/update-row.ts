import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { bodyError, mediaTypeOf, memberAt, withMember, writeExactly } from '@speccast/runtime/requests';
import type { Issue } from '@speccast/runtime/validators';
import { membersAt } from '../../values/members-at.js';
import { readAction } from '../../plan/rule.js';
import type { UpdateAction } from '../../plan/actions.js';
import type { Call, CallResponse } from '../../plan/plan.js';
import { rejectOrWarn } from '../../plan/notes.js';
import { checkTag } from './entity-tags.js';
import type { Row } from '../../store/table.js';
import { applyPatch } from '../../values/json-patch.js';
import {
  merge,
  mergeWithNulls,
  pick,
  valueAt,
  withoutInternal,
  withoutValue,
  withValue,
} from '../../values/json-path.js';
import { insertRow, noteReadOnly, replaceRow, findSentSchema, withoutAssigned } from './change-rows.js';
import { isKey, findRowPlace, startRow } from './complete-row.js';
import { readOnlyPaths, listIssues } from './fit-row.js';
import { listAskedParts, withoutOtherParts } from './present.js';
import { notFound, requireBody, requireParent } from './rows.js';
import {
  keepMedia,
  onlyKey,
  readRowKey,
  readSentKey,
  requireKey,
  requireWritable,
  respondToWrite,
  sampleOpenRow,
  withParents,
  withRequired,
} from './write.js';
import { writePointer, listNew } from './check-rows.js';

/** Updates a row of the caller, and its media if some were sent. */
export function update(call: Call, action: UpdateAction): CallResponse {
  const { update: table, by = 'id', replace = false, upsert = false } = action;
  const { single, mutable } = call.rules(table);
  if (upsert && single === undefined && readSentKey(call, table, by) === undefined) return create(call, action);
  const key = requireKey(call, table, by);
  const known = call.tables.get(table, key) ?? sampleOpenRow(call, table, by);
  if (!known && upsert) return create(call, action);
  const before = requireWritable(call, table, key, known);
  const isPatch = Array.isArray(call.body);
  const sent = isPatch
    ? patchRow(call, table, before)
    : withoutOtherParts(call, withoutAssigned(call, table, requireBody(call), before));
  const change = mutable ? pick(sent, mutable) : sent;
  // An upload of bytes alone leaves the members as they are.
  const isWhole = isPatch || (replace && call.body !== undefined);
  const after = isWhole ? replaceMembers(call, table, before, change) : mergeMembers(call, table, before, change);
  const row = replaceRow(call, table, before, withRequired(call, table, isJsonObject(after) ? after : before));
  keepMedia(call, table, row);
  return respondToWrite(call, table, [row], action);
}

/** Applies a JSON Patch (RFC 6902) to a row. Rejects (400) a result that violates the schema of responses. */
function patchRow(call: Call, table: string, before: Row): JsonObject {
  const old = withoutInternal(before);
  let after = applyPatch(old, call.body ?? []);
  const schema = call.rules(table).inferred ? findRowPlace(call.emulator, table)?.row : undefined;
  for (const path of noteReadOnly(call, schema, after, old)) after = withMember(after, path, memberAt(old, path));
  rejectIssue(call, listNewIssues(call, table, old, after)[0]);
  if (isJsonObject(after)) return withoutAssigned(call, table, after, old);
  throw bodyError('invalidBody', 'The result of the patch has to be a JSON object.');
}

/** Lists the errors that responses with a row of an inferred table have after a change, and did not have before. */
function listNewIssues(call: Call, table: string, before: Json, after: Json): readonly Issue[] {
  const place = call.rules(table).inferred ? findRowPlace(call.emulator, table) : undefined;
  return place ? listNew(listIssues(place, after), listIssues(place, before)) : [];
}

function rejectIssue(call: Call, issue: Issue | undefined): void {
  if (!issue) return;
  const reason = issue.keyword === 'required' ? 'required' : 'invalidValue';
  rejectOrWarn(call, bodyError(reason, issue.message, { location: writePointer(issue.path) }));
}

/**
 * Merges the members of a body into a row. In an inferred table, `null` is stored if the schema of responses allows it, else it removes
 * the member (RFC 7396). Rejects (400) a change that removes a required member, and a merge patch that violates the schema.
 */
function mergeMembers(call: Call, table: string, before: Row, change: JsonObject): Json {
  const { inferred, order, defaults = {} } = call.rules(table);
  if (!inferred) {
    // A written part loses the members that the body leaves out, except the position: without it, the row would move to the end.
    const written = listAskedParts(call);
    let rest = before;
    for (const path of call.plan.vendor?.clears ?? []) {
      const isWritten = written.includes(path.split('.', 1)[0] ?? '');
      if (!isWritten || path === order?.position || valueAt(call.body, path) !== undefined) continue;
      const usual = defaults[path];
      rest = usual === undefined ? withoutValue(rest, path) : withValue(rest, path, usual);
    }
    return merge(rest, change);
  }
  let after: Json = mergeWithNulls(before, change);
  for (const { path } of listNewIssues(call, table, before, after))
    if (path.length > 0 && memberAt(after, path) === null) after = withMember(after, path, undefined);
  // Other bodies were validated by the schema of the request already.
  const broken = listNewIssues(call, table, before, after).find(
    ({ path, keyword }) => isMergePatch(call) || (keyword === 'required' && memberAt(before, path) !== undefined),
  );
  rejectIssue(call, broken);
  return after;
}

/**
 * Leaves out errors that do not apply to a JSON Merge Patch: missing required members, if the schema of the request is that of the
 * whole row in responses, and wrong types of members that the patch removes with `null`.
 */
export function withoutPatchable(call: Call, issues: readonly Issue[]): readonly Issue[] {
  const { plan, emulator, body = null } = call;
  const { update: table } = readAction(plan.behaviour);
  if (!isMergePatch(call) || typeof table !== 'string') return issues;
  const [own, row] = [findSentSchema(plan), findRowPlace(emulator, table)?.row].map((located) => {
    const { $defs: _defs, $schema: _schema, ...schema } = located?.schema ?? {};
    return located && writeExactly(schema);
  });
  return issues.filter(({ path, keyword }) =>
    keyword === 'required' ? own === undefined || own !== row : memberAt(body, path) !== null,
  );
}

function isMergePatch({ content }: Call): boolean {
  return mediaTypeOf(content?.mediaType ?? '') === 'application/merge-patch+json';
}

/** Creates the row with the key that the call names. */
function create(call: Call, action: UpdateAction): CallResponse {
  const { update: table, by = 'id' } = action;
  requireParent(call, table);
  const { key = 'id', single, inferred } = call.rules(table);
  const value = single === undefined ? readRowKey(call, table, by) : onlyKey;
  if (single === undefined && inferred && value !== undefined && !isKey(call.emulator, table, value))
    throw notFound(call, table, String(value));
  const sent = withoutAssigned(call, table, requireBody(call));
  checkTag(call, table, undefined);
  const draft = withParents(call, table, { ...sent, ...(value !== undefined && { [key]: value }) });
  const row = insertRow(call, table, draft);
  keepMedia(call, table, row);
  const isCreated = call.plan.operation.responses?.some(({ status }) => status === '201') === true;
  return respondToWrite(call, table, [row], { ...action, ...(isCreated && { status: 201 }) });
}

/** Replaces a row, except for its key and parents, and for the members that callers cannot write. */
function replaceMembers(call: Call, table: string, before: Row, change: JsonObject): JsonObject {
  const { key = 'id', created, inferred } = call.rules(table);
  const names = Object.keys(before);
  const kept = [key, ...names.filter((name) => name.startsWith('~'))];
  if (!inferred) return { ...change, ...pick(before, kept) };
  const { within, bodyWithin = within ?? '', into } = call.plan.behaviour;
  const sent = findSentSchema(call.plan);
  const members = sent && membersAt(sent.root, bodyWithin === '' ? [] : bodyWithin.split('.'), 'readOnly');
  const isWritten = (name: string) =>
    sent === undefined ||
    (into === undefined ? (members?.has(name) ?? readOnlyPaths({ [name]: null }, sent).length === 0) : name === into);
  kept.push(...names.filter((name) => !isWritten(name)), ...(created === undefined ? [] : [created]));
  return { ...startRow(call.emulator, table, change, sent), ...pick(before, kept) };
}
