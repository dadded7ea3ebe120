import type { Json } from '../json.js';
import type { FilterRule } from './behaviour.js';
import { fieldAt } from './fields.js';
import { textsOf, valueAt } from './json-path.js';
import { Refusal, type Call, type Row } from './plan.js';
import { forbidden, keyOf, ownerOf } from './rows.js';
import { visibleRow } from './visibility.js';

/** The parameter as the caller gave it; a flag that is false, and empty text or list, count as absent. */
export function given(call: Call, name: string, rule: FilterRule): Json | undefined {
  const value = call.params[name];
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return rule.default;
  return rule.equals !== undefined && (value === false || value === 'false') ? undefined : value;
}

/** The rows of a list that satisfy one parameter. */
export function filterRows(
  call: Call,
  table: string,
  rows: readonly Row[],
  [name, rule]: readonly [string, FilterRule],
): readonly Row[] {
  const value = given(call, name, rule);
  if (value === undefined) return rows;
  checkValue(call, name, rule, value);
  if (rule.ids === true) return byIds(call, table, rows, textsOf(value));
  if (rule.under !== undefined) return below(rows, rule.under, String(value));
  if (rule.related !== undefined) return relatedTo(call, table, rows, [rule.related, value]);
  const { excludes, path } = rule;
  if (excludes !== undefined) return rows.filter((row) => !holds(valueAt(row, excludes), value));
  if (path === undefined) return rows;
  const wanted = rule.equals === 'caller' ? [call.caller?.ownId ?? ''] : textsOf(value);
  return rows.filter((row) => wanted.some((one) => holds(fieldAt(call, table, row, path), one)));
}

/** Refuses what the parameters of an operation must not be (400), name (404) or own (403). */
export function checkFilters(call: Call): void {
  const { selectors = {}, filters = {} } = call.plan.behaviour;
  for (const [name, rule] of Object.entries({ ...selectors, ...filters })) {
    const value = given(call, name, rule);
    if (value !== undefined) checkValue(call, name, rule, value);
  }
}

function byIds(call: Call, table: string, rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const rules = call.rules(table);
  const byKey = new Map(rows.map((row) => [keyOf(rules, row), row]));
  return [...new Set(ids)].map((id) => byKey.get(id)).filter((row) => row !== undefined);
}

function relatedTo(
  call: Call,
  table: string,
  rows: readonly Row[],
  [related, value]: readonly [NonNullable<FilterRule['related']>, Json],
): readonly Row[] {
  const mine = call.tables.find(related.table, related.mine, call.caller?.ownId ?? null);
  const keys = new Set(
    mine.filter((row) => holds(valueAt(row, related.path), value)).map((row) => valueAt(row, related.by)),
  );
  return rows.filter((row) => keys.has(keyOf(call.rules(table), row)));
}

function below(rows: readonly Row[], path: string, parent: string): readonly Row[] {
  return rows.filter((row) => {
    const name = valueAt(row, path);
    return typeof name === 'string' && name.startsWith(`${parent}/`);
  });
}

function holds(found: Json | undefined, wanted: Json): boolean {
  const text = String(wanted);
  return Array.isArray(found)
    ? found.some((one) => String(one) === text)
    : found !== undefined && String(found) === text;
}

/** Refuses values that are not allowed (400), name nothing (404) or name what is somebody else's (403). */
function checkValue(call: Call, name: string, rule: FilterRule, value: Json): void {
  if (rule.values !== undefined) checkAllowed(name, rule, rule.values, value);
  if (rule.table === undefined) return;
  const { table } = rule;
  for (const text of textsOf(value)) {
    const row =
      rule.column === undefined ? visibleRow(call, table, text) : call.tables.find(table, rule.column, text)[0];
    if (row === undefined) throw unknown(name, rule, text);
    if (rule.owned === true && ownerOf(call, table, row) !== call.caller?.ownId) throw forbidden(call, table);
  }
}

function checkAllowed(name: string, rule: FilterRule, allowed: readonly Json[], value: Json): void {
  const bad = textsOf(value).find((one) => !allowed.includes(one));
  if (bad === undefined) return;
  throw new Refusal(
    400,
    rule.reason ?? 'invalidParameter',
    `${name} cannot be ${bad}; it can be ${allowed.join(', ')}.`,
    { location: name, locationType: 'parameter' },
  );
}

function unknown(name: string, { status = 404, reason = 'notFound', table }: FilterRule, text: string): Refusal {
  return new Refusal(status, reason, `${name} names nothing in ${table}: ${text}.`, {
    location: name,
    locationType: 'parameter',
  });
}
