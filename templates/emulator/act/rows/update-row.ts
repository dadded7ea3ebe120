import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError, mediaTypeOf, memberAt, withMember, writeExactly } from '@speccast/runtime/requests';
import type { Issue } from '@speccast/runtime/validators';
import { membersAt } from '../../values/members-at.js';
import type { UpdateAction } from '../../plan/actions.js';
import type { Call, CallResponse, OperationPlan } from '../../plan/plan.js';
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
import { checkOpen, insertRow, replaceRow, sentSchema, withoutAssigned } from './change-rows.js';
import { isKey, rowPlace, startRow } from './complete-row.js';
import { issuesAt } from './fit-row.js';
import { partsAsked, withoutOtherParts } from './parts.js';
import { notFound, requireOwner, requireParent } from './rows.js';
import { type LocatedSchema, readOnlyPaths } from './starting-values.js';
import {
  filled,
  givenRow,
  gone,
  keepMedia,
  keyFrom,
  keyValue,
  statedKey,
  onlyKey,
  sentBody,
  told,
  withScope,
} from './write.js';
import { writePointer } from './check-rows.js';

/** Updates a row of the caller, and its media if some were sent. */
export function update(call: Call, action: UpdateAction): CallResponse {
  const { update: table, by = 'id', replace = false } = action;
  const isNamed = call.rules(table).single !== undefined || statedKey(call, table, by) !== undefined;
  if (!isNamed && action.upsert === true) return create(call, action);
  const key = keyFrom(call, table, by);
  const before = call.tables.get(table, key) ?? givenRow(call, table, by);
  if (before === undefined && action.upsert === true) return create(call, action);
  if (before === undefined || before[gone] === true) throw notFound(call, table, key);
  requireOwner(call, table, before);
  checkOpen(call, table, before);
  checkTag(call, table, before);
  const { mutable } = call.rules(table);
  const patched = Array.isArray(call.body) ? patchRow(call, table, before) : undefined;
  const sent = patched ?? withoutOtherParts(call, withoutAssigned(call, table, sentBody(call, table), before));
  const change = mutable === undefined ? sent : pick(sent, mutable);
  // An upload of bytes alone leaves the members as they are.
  const isWhole = (replace && call.body !== undefined) || patched !== undefined;
  const after = isWhole ? replaced(call, table, before, change) : merged(call, table, before, change);
  const row = replaceRow(call, table, before, filled(call, table, isJsonObject(after) ? after : before));
  keepMedia(call, table, row);
  return told(call, table, [row], action);
}

/** A row with the changes of a JSON Patch (RFC 6902). Rejects (400) one that breaks what responses declare. */
function patchRow(call: Call, table: string, before: Row): JsonObject {
  const old = withoutInternal(before);
  let after = applyPatch(old, call.body ?? []);
  const place = call.rules(table).inferred === true ? rowPlace(call.emulator, table) : undefined;
  for (const path of place?.row === undefined ? [] : readOnlyPaths(after, place.row)) {
    const [own, sent] = [memberAt(old, path), memberAt(after, path)];
    if (writeExactly(own ?? null) !== writeExactly(sent ?? null)) call.notes.ignored.push(path.join('.'));
    after = withMember(after, path, own);
  }
  const [broken] = newIssues(call, table, old, after);
  if (broken !== undefined) rejectPatch(call, broken);
  if (isJsonObject(after)) return withoutAssigned(call, table, after, old);
  throw new HttpError(400, 'invalidBody', 'The patch has to leave a JSON object.', { locationType: 'body' });
}

/** What responses with a row of an inferred table reject in it after a change, and did not before. */
function newIssues(call: Call, table: string, before: Json, after: Json): readonly Issue[] {
  const place = call.rules(table).inferred === true ? rowPlace(call.emulator, table) : undefined;
  if (place === undefined) return [];
  const name = ({ path, keyword }: Issue): string => writeExactly([...path, keyword]);
  const known = new Set(issuesAt(place, before).map(name));
  return issuesAt(place, after).filter((issue) => !known.has(name(issue)));
}

function rejectPatch(call: Call, { path, keyword, message }: Issue): void {
  const reason = keyword === 'required' ? 'required' : 'invalidValue';
  rejectOrWarn(call, new HttpError(400, reason, message, { location: writePointer(path), locationType: 'body' }));
}

/**
 * A row with the members of a body. In an inferred table, `null` is a value where responses take it, else it removes the member
 * (RFC 7396). Rejects (400) a change that removes a required one, and a merge patch that breaks what responses declare.
 */
function merged(call: Call, table: string, before: Row, change: JsonObject): Json {
  if (call.rules(table).inferred !== true) return merge(clearOmitted(call, table, before), change);
  let after: Json = mergeWithNulls(before, change);
  for (const { path } of newIssues(call, table, before, after))
    if (path.length > 0 && memberAt(after, path) === null) after = withMember(after, path, undefined);
  // A body in another form was validated by the schema of its own.
  const broken = newIssues(call, table, before, after).find(
    ({ path, keyword }) => isMergePatch(call) || (keyword === 'required' && memberAt(before, path) !== undefined),
  );
  if (broken !== undefined) rejectPatch(call, broken);
  return after;
}

/**
 * Leaves out what a JSON Merge Patch need not have: the members that the schema requires of the whole row, where that is the
 * schema of responses too, and the type of those that it removes with `null`.
 */
export function withoutPatchable(
  { plan, emulator, content, body = null }: Call,
  issues: readonly Issue[],
): readonly Issue[] {
  const { action } = plan.behaviour;
  if (!isMergePatch({ ...(content && { content }) }) || typeof action !== 'object' || !('update' in action))
    return issues;
  const schemas = [sentSchema(plan), rowPlace(emulator, String(action.update))?.row];
  const [own, row] = schemas.map((one) => one && schemaText(one.schema));
  return issues.filter(({ path, keyword }) => {
    if (keyword === 'required') return own === undefined || own !== row;
    return memberAt(body, path) !== null;
  });
}

function isMergePatch({ content }: Pick<Call, 'content'>): boolean {
  return mediaTypeOf(content?.mediaType ?? '') === 'application/merge-patch+json';
}

function schemaText({ $defs: _defs, $schema: _schema, ...own }: JsonObject): string {
  return writeExactly(own);
}

/** Creates the row with the key that the call names. */
function create(call: Call, action: UpdateAction): CallResponse {
  const { update: table, by = 'id' } = action;
  requireParent(call, table);
  const { key = 'id', single, inferred } = call.rules(table);
  const value = single === undefined ? keyValue(call, table, by) : onlyKey;
  if (single === undefined && inferred === true && value !== undefined && !isKey(call.emulator, table, value))
    throw notFound(call, table, String(value));
  const sent = call.body === undefined ? {} : withoutAssigned(call, table, sentBody(call, table));
  checkTag(call, table, undefined);
  const named = value === undefined ? sent : { ...sent, [key]: value };
  const row = insertRow(call, table, withScope(call, table, named));
  keepMedia(call, table, row);
  return told(call, table, [row], { ...action, ...(declaresStatus(call, 201) && { status: 201 }) });
}

function declaresStatus({ plan }: Call, status: number): boolean {
  return plan.operation.responses?.some((one) => one.status === String(status)) === true;
}

/** Replaces a row, except for its key and parents, and for what callers cannot write. */
function replaced(call: Call, table: string, before: Row, change: JsonObject): JsonObject {
  const { key = 'id', scope = [], created, inferred } = call.rules(table);
  const internal = Object.keys(before).filter((name) => name.startsWith('~'));
  const sent = inferred === true ? sentSchema(call.plan) : undefined;
  const others = sent === undefined ? [] : Object.keys(before).filter((name) => !isWritten(call.plan, sent, name));
  const times = inferred === true && created !== undefined ? [created] : [];
  const whole = inferred === true ? startRow(call.emulator, table, change, sent) : change;
  return { ...whole, ...pick(before, [key, ...scope.map((name) => `~${name}`), ...internal, ...others, ...times]) };
}

/** Whether the body of an operation can have a member. */
function isWritten({ body, behaviour }: OperationPlan, sent: LocatedSchema, name: string): boolean {
  const { within, bodyWithin = within ?? '', into } = behaviour;
  if (into !== undefined) return name === into;
  const path = bodyWithin === '' ? [] : bodyWithin.split('.');
  const members = body === undefined ? undefined : membersAt(sent.root, path, 'readOnly');
  return members?.has(name) ?? readOnlyPaths({ [name]: null }, sent).length === 0;
}

/** Removes the members that a body leaves out from the parts that it writes, or sets their defaults. */
function clearOmitted(call: Call, table: string, row: Row): Row {
  const { clears = [] } = call.plan.vendor ?? {};
  const { order, defaults = {} } = call.rules(table);
  const written = new Set(partsAsked(call));
  let result = row;
  for (const path of clears) {
    const [part = path] = path.split('.');
    // A row without a position would move to the end.
    if (path === order?.position || !written.has(part) || valueAt(call.body, path) !== undefined) continue;
    const usual = defaults[path];
    result = usual === undefined ? withoutValue(result, path) : withValue(result, path, usual);
  }
  return result;
}
