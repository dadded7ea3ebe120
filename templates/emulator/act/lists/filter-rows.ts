import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import type { FilterRule } from '../../plan/behaviour.js';
import type { Call, OperationPlan } from '../../plan/plan.js';
import { rejectOrWarn, rejectParameter } from '../../plan/notes.js';
import { forbidden, findOwner, rowNamed } from '../rows/rows.js';
import { compares, fits, listTexts } from './compare.js';
import { readExpression } from './expression.js';
import { fieldAt, visibleRow } from '../rows/visible-fields.js';
import type { Row } from '../../store/table.js';
import { madeUp, stringAt, stringsOf, valueAt, withoutInternal } from '../../values/json-path.js';
import { plainName } from '../../values/plain-name.js';

/** The value of a parameter. Empty strings, empty lists and false flags count as absent. */
export function given(call: Call, name: string, rule: FilterRule): Json | undefined {
  const value = paramAt(call, name);
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return rule.default;
  if (!Array.isArray(value) && rule.every?.includes(value) === true) return undefined;
  const isFlag = rule.equals !== undefined || (rule.related !== undefined && rule.related.path === undefined);
  if (isFlag && (value === false || value === 'false')) return undefined;
  const path = typeof value === 'string' && Object.hasOwn({ ...rule.own }, value) ? rule.own?.[value] : undefined;
  const { caller } = call.emulator.settings;
  const own = path && caller && call.caller && call.tables.get(caller.table, call.caller.ownId);
  return (own && stringAt(own, path)) ?? value;
}

/** Whether a call lists rows by their ids. */
export function isByIds(call: Call): boolean {
  return parameterRules(call.plan).some(([name, rule]) => rule.ids === true && given(call, name, rule) !== undefined);
}

/** The value of a parameter, or of a property of a parameter that is an object: `page.size`. */
export function paramAt({ params }: Call, name: string): Json | undefined {
  return params[name] ?? valueAt(params, name);
}

/** A rule and the value of its parameter. */
export interface Filter {
  readonly name: string;
  readonly rule: FilterRule;
  readonly value: Json;
}

/** The filters that a call sends, in the order of the spec. */
export function filtersOf(call: Call): readonly Filter[] {
  return parameterRules(call.plan).flatMap(([name, rule]): readonly Filter[] => {
    const value = given(call, name, rule);
    return value === undefined ? [] : [{ name, rule, value }];
  });
}

/** The test of rows for a filter; undefined for filters by key and by another table. */
export function testOf(call: Call, table: string, { name, rule, value }: Filter): ((row: Row) => boolean) | undefined {
  const { through, ...own } = rule;
  if (through !== undefined) {
    const test = testOf(call, through.table, { name, rule: own, value });
    return (row) => {
      const named = through.at.map((path) => rowNamed(call, row, through.table, path));
      const other = named.find((one) => one !== undefined);
      return other === undefined || test?.(other) !== false;
    };
  }
  if (rule.ids === true) return undefined;
  const { under, related, excludes, path, refers, search = false, folds } = rule;
  if (under !== undefined) return (row) => isBelow(row, under, String(value));
  if (related !== undefined || rule.sorts === true) return undefined;
  if (refers !== undefined) {
    const { key } = call.rules(table);
    return (row) => refersTo(row, { names: refers, key }, String(value));
  }
  if (search !== false)
    return (row) => isFound((search === true ? withoutInternal(row) : fieldAt(call, table, row, search)) ?? '', value);
  if (rule.expression === true) {
    const test = readExpression(value);
    if (test === undefined) call.notes.ignored.push(name);
    return test;
  }
  const isExcluded = (row: Row): boolean => excludes !== undefined && holds(valueAt(row, excludes), value);
  if (path === undefined) return excludes === undefined ? undefined : (row) => !isExcluded(row);
  const fold = (one: Json): Json =>
    folds === undefined || typeof one !== 'string'
      ? one
      : one.toLowerCase().slice(one.startsWith(folds) ? folds.length : 0);
  const wanted = wantedOf(call, rule, value).map((text) => String(fold(text)));
  return (row) => {
    const found = fieldAt(call, table, row, path);
    const made = row[madeUp];
    const isUnknown = found === undefined || (Array.isArray(made) && made.includes(path));
    if (isExcluded(row)) return false;
    if (isUnknown && rule.lenient === true) return true;
    return isJsonObject(value) ? fits(found, value) : compares(found && fold(found), rule.compare ?? 'eq', wanted);
  };
}

/** Names of members that refer to a thing, and the member that names the row itself. */
interface References {
  readonly names: readonly string[];
  readonly key: string | undefined;
}

/** Whether a row was made below a thing, or has a member of a name that refers to it: its id, an object with it, or a list of these. */
function refersTo(row: Row, { names, key = 'id' }: References, id: string): boolean {
  const [variable = ''] = names;
  if (row[`~${variable}`] !== undefined) return row[`~${variable}`] === id;
  return Object.entries(row).some(([name, value]) => name !== key && isReference(name, names) && holdsId(value, id));
}

/** `project`, `projects`, `projectId` and `project_gid` refer to what `project` names. */
function isReference(name: string, names: readonly string[]): boolean {
  const plain = plainName(name);
  return names.some((one) => {
    const wanted = plainName(one);
    return (
      wanted !== '' &&
      (plain === wanted || [`${wanted}id`, `${wanted}gid`, `${wanted}s`, `${wanted}ids`].includes(plain))
    );
  });
}

function holdsId(value: Json, id: string): boolean {
  if (Array.isArray(value)) return value.some((one: Json) => holdsId(one, id));
  if (!isJsonObject(value)) return String(value) === id;
  return Object.entries(value).some(([name, one]) => /(?:^|_)[gu]?id$/i.test(name) && String(one) === id);
}

/** Whether each word of a text is in one of the strings of a value. */
function isFound(value: Json, text: Json): boolean {
  const strings = stringsIn(value).map((one) => one.toLowerCase());
  const words = String(text).toLowerCase().split(/\s+/);
  return words.every((word) => strings.some((one) => one.includes(word)));
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one: Json) => stringsIn(one));
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

/** The strings of which a value must equal one. */
export function wantedOf(call: Call, rule: FilterRule, value: Json): readonly string[] {
  return rule.equals === 'caller' ? [call.caller?.ownId ?? ''] : listTexts(value);
}

/** Keys of the rows that the caller's own rows in another table refer to. */
export function relatedKeys(
  call: Call,
  { table, by, mine, path }: NonNullable<FilterRule['related']>,
  value: Json,
): readonly string[] {
  const own = call.tables.find(table, mine, call.caller?.ownId ?? null);
  const keys = own.flatMap((row) =>
    path === undefined || holds(valueAt(row, path), value) ? valueAt(row, by) : undefined,
  );
  return [...new Set(keys)].filter((key) => typeof key === 'string');
}

/** Rejects filters with invalid values (400), unknown rows (404) or rows of other users (403). */
export function checkFilters(call: Call): void {
  for (const [name, rule] of parameterRules(call.plan)) {
    const value = given(call, name, rule);
    if (value !== undefined) checkValue(call, name, rule, value);
  }
}

function isBelow(row: Row, path: string, parent: string): boolean {
  const name = valueAt(row, path);
  return typeof name === 'string' && name.startsWith(`${parent}/`);
}

function holds(found: Json | undefined, wanted: Json): boolean {
  const text = String(wanted);
  return Array.isArray(found)
    ? found.some((one) => String(one) === text)
    : found !== undefined && String(found) === text;
}

/** Rejects invalid values (400), unknown rows (404) and rows of other users (403). */
function checkValue(call: Call, name: string, rule: FilterRule, value: Json): void {
  if (rule.values !== undefined) checkAllowed(call, name, rule, value);
  if (rule.table === undefined) return;
  const { table } = rule;
  for (const text of stringsOf(value)) {
    const row =
      rule.column === undefined ? visibleRow(call, table, text) : call.tables.find(table, rule.column, text)[0];
    if (row === undefined) {
      if (rule.forbidden !== undefined && call.tables.get(table, text) !== undefined)
        throw forbidden(call, table, rule.forbidden);
      const error = unknown(name, rule, text);
      if (error.status === 404) throw error;
      rejectOrWarn(call, error);
      continue;
    }
    if (rule.owned === true && findOwner(call, table, row) !== call.caller?.ownId) throw forbidden(call, table);
  }
}

function checkAllowed(call: Call, name: string, { values = [], reason }: FilterRule, value: Json): void {
  const bad = stringsOf(value).find((one) => !values.includes(one));
  if (bad === undefined) return;
  const message = `${name} cannot be ${bad}; it can be ${values.join(', ')}.`;
  rejectParameter(call, name, message, { ...(reason !== undefined && { reason }) });
}

function unknown(name: string, rule: FilterRule, text: string): HttpError {
  const { status = 404, reason = 'notFound', message = `${name} names nothing in ${rule.table}: {value}.` } = rule;
  return new HttpError(
    status,
    reason,
    message.replace('{value}', () => text),
    {
      location: name,
      locationType: 'parameter',
    },
  );
}

/** Location of an error that is about several parameters. */
export const severalParameters: HttpErrorDetails = { location: 'parameters', locationType: 'other' };

/** The error for a call without any of the parameters that choose what is listed. */
export function noFilterSelected(names: readonly string[]): HttpError {
  const message = `No filter selected. Expected one of: ${names.join(', ')}.`;
  return new HttpError(400, 'missingRequiredParameter', message, severalParameters);
}

/** A selector or filter: the name of the parameter and its rule. */
type ParameterRule = readonly [name: string, rule: FilterRule];

/** The rules of an operation's parameters, selectors first. */
export function parameterRules({ behaviour }: OperationPlan): readonly ParameterRule[] {
  return Object.entries({ ...behaviour.selectors, ...behaviour.filters });
}
