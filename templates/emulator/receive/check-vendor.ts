import { isJsonObject, type Json } from '@speccast/runtime';
import { decodePercent } from '@speccast/runtime/parameters';
import { findBroken, findLengthFault, isSent } from '@speccast/runtime/validators';
import { HttpError, toJsonObject } from '@speccast/runtime/requests';
import { readProperties } from '../plan/operations/document-parts.js';
import { readAction } from '../plan/rule.js';
import type { Call } from '../plan/plan.js';
import { noFilterSelected, severalParameters } from '../act/lists/select-rows.js';
import { missingToken } from './authorize.js';
import { listAskedParts } from '../act/rows/present.js';
import { missing } from '../act/rows/rows.js';
import { filterMembers, valueAt, valuesAt } from '../values/json-path.js';
import type { BodyCondition } from '../plan/vendor-rules.js';

/** Checks the undocumented rules of the real service. Rejects undeclared parameters and unknown languages, too. */
export function checkVendor(call: Call): void {
  const { params, plan, emulator, tables } = call;
  const { parameters = [], languages } = emulator.vendor?.settings ?? {};
  const declared = readProperties(plan.operation);
  const known = new Set([...parameters, ...declared.keys(), ...Object.keys(plan.behaviour.sets ?? {})]);
  const other = Object.keys(params).find((name) => !known.has(name));
  if (other !== undefined && plan.operation.openParameters !== true)
    throw badRequest('unexpectedParameter', `The operation has no parameter ${other}.`, other);
  checkParts(call);
  checkParameterRules(call);
  const { parameter = '', reason = 'invalidLanguage' } = languages ?? {};
  const language = String(params[parameter] ?? '');
  if (languages && language !== '' && declared.has(parameter)) {
    const code = language.replaceAll('_', '-').toLowerCase();
    const codes = tables.list(languages.table).map((row) => String(valueAt(row, languages.column)).toLowerCase());
    // `de-AT` is known if `de` is.
    if (!codes.includes(code) && !codes.includes(code.split('-')[0] ?? ''))
      throw badRequest(reason, `There is no language ${language}.`, parameter);
  }
  checkBody(call);
}

function badRequest(
  reason: string,
  message: string,
  location: string,
  locationType: 'parameter' | 'body' = 'parameter',
) {
  return new HttpError(400, reason, message, { location, locationType });
}

/** Checks the parameter for parts: it is required, its values must be parts, and the body must not have other parts. */
function checkParts(call: Call) {
  const { parts, body: validator } = call.plan;
  if (!parts) return;
  const { parameter, values, always } = parts;
  const asked = listAskedParts(call);
  if (asked.length === 0) throw missing(parameter);
  const unknown = asked.find((name) => !values.includes(name));
  if (unknown !== undefined) throw badRequest('unknownPart', `There is no part ${unknown}.`, parameter);
  const members = validator ? Object.keys(toJsonObject(call.body)) : [];
  const extra = members.find((name) => values.includes(name) && !asked.includes(name) && !always.includes(name));
  if (extra === undefined) return;
  const message = `The body contains ${extra}, which ${parameter} does not name.`;
  throw badRequest('unexpectedPart', message, parameter);
}

/** Rejects parameters that exclude each other (400), lack others (400) or require a token (401). */
function checkParameterRules({ params, plan, caller }: Call) {
  const { reasons = {}, unsupported = {}, token = [] } = plan.vendor?.parameters ?? {};
  for (const [name, { status, reason }] of Object.entries(unsupported))
    if (isSent(params[name]))
      throw new HttpError(status, reason, `${name} is not supported any more.`, {
        location: name,
        locationType: 'parameter',
      });
  const rules = plan.parameters?.rules ?? {};
  const [broken] = findBroken(rules, params, '');
  if (broken) {
    const [, , parameter] = broken.schema.split('/');
    if (broken.path.length === 0) throw noFilterSelected(rules.exactlyOne ?? []);
    const reason = reasons[parameter ?? ''] ?? 'incompatibleParameters';
    const message = `${broken.path.join('.')} ${broken.message}.`;
    if (parameter === undefined) throw new HttpError(400, reason, message, severalParameters);
    throw badRequest(reason, message, parameter);
  }
  const guarded = token.find((name) => isSent(params[name]));
  if (guarded !== undefined && !caller) throw missingToken(guarded);
}

function checkBody(call: Call) {
  const { required = [], lengths = {}, conditions = [], issued = {} } = call.plan.vendor ?? {};
  const { body, tables } = call;
  const reasons = call.plan.behaviour.requires ?? {};
  const isMissing = (path: string) => (valueAt(body, path) ?? '') === '';
  if (conditions.length > 0) checkConditions(call, conditions);
  for (const path of required) if (isMissing(path)) throw missing(path, reasons[path] ?? 'required', 'body');
  for (const [path, rule] of Object.entries(lengths)) {
    const fault = findLengthFault(valuesAt(body, path), rule);
    if (fault !== undefined) throw badRequest(rule.reason ?? 'invalidValue', `${path} ${fault}.`, path, 'body');
  }
  for (const [path, reason] of Object.entries(issued)) {
    if (isMissing(path)) continue;
    const [, key = ''] = /\/__media\/([^?#]+)$/.exec(String(valueAt(body, path))) ?? [];
    if (!tables.blob(decodePercent(key)))
      throw badRequest(reason, `${path} has to be a URL that an upload returned.`, path, 'body');
  }
}

/** Lists the values at a path that are not empty. */
function listValues(value: Json | undefined, path: string) {
  return valuesAt(value, path).filter((one) => one !== null && one !== '');
}

/** Checks the conditions on the body of an insert. For an update, checks the row after it, by the conditions on the written parts. */
function checkConditions(call: Call, conditions: readonly BodyCondition[]) {
  const { body = {}, plan } = call;
  const table = readAction(plan.behaviour)['update'];
  if (typeof table !== 'string' || !isJsonObject(body))
    return conditions.forEach((one) => checkCondition(call, body, one));
  const written = listAskedParts(call);
  const isWritten = (path: string) => written.includes(path.split('.')[0] ?? path);
  const stored = call.tables.get(table, String(body['id'])) ?? {};
  const row = { ...filterMembers(stored, (name) => !isWritten(name)), ...body };
  for (const rule of conditions)
    if ([rule.each ?? rule.at, ...Object.keys(rule.when ?? {})].some(isWritten)) checkCondition(call, row, rule);
}

function checkCondition(call: Call, row: Json, rule: BodyCondition) {
  const { each, when = {}, reason } = rule;
  const path = each === undefined ? rule.at : `${each}.${rule.at}`;
  for (const one of each === undefined ? [row] : valuesAt(row, each)) {
    const applies = Object.entries(when).every(([name, wanted]) => {
      const values = listValues(one, name);
      if (typeof wanted === 'boolean') return values.length > 0 === wanted;
      return values.some((value) => [wanted].flat().includes(value));
    });
    const fault = applies ? findFault(call, listValues(one, rule.at), rule) : undefined;
    if (fault !== undefined) throw badRequest(reason, `${path} ${fault}.`, path, 'body');
  }
}

function findFault(
  { caller }: Call,
  values: readonly Json[],
  { atLeast = 0, atMost = Infinity, distinct, oneOf, foreign }: BodyCondition,
) {
  const count = values.length;
  if (count > atMost) return atMost === 0 ? 'does not belong here' : `takes at most ${atMost}, not ${count}`;
  if (count < atLeast) return count === 0 ? 'is missing' : `takes at least ${atLeast}, not ${count}`;
  if (oneOf && values.some((one) => !oneOf.includes(one))) return `has to be ${oneOf.join(' or ')}`;
  if (distinct === true && new Set(values).size < count) return 'names something twice';
  return foreign === true && values.includes(caller?.ownId ?? null) ? "must not be the caller's own" : undefined;
}
