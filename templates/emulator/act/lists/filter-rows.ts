import { isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import type { Call } from '../../plan/plan.js';
import { rejectOrWarn, rejectParameter } from '../../plan/notes.js';
import { findOwner, forbidden, findRowNamed, readCallScope } from '../rows/rows.js';
import { type Filter, listFilters } from '../rows/read-filters.js';
import { compares, listTexts, matchesFilter, readExpression } from './compare.js';
import { fieldAt, findVisibleRow } from '../rows/present.js';
import type { Row } from '../../store/table.js';
import { madeUp, stringAt, stringsOf, valueAt, withoutInternal } from '../../values/json-path.js';
import { plainName } from '../../values/did-you-mean.js';

/** Tests a row and its key. */
type RowTest = (row: Row, key: string) => boolean;

/** Makes the test of rows for a filter. Parameters that only sort match all rows. */
export function createTest(call: Call, table: string, filter: Filter): RowTest {
  const { name, rule, value } = filter;
  const { through, ids, under, related, sorts, refers, search = false, expression, excludes, path } = rule;
  if (ids || related) {
    const scope = readCallScope(call, table);
    const { table: other = '', mine = '', by = '', path: at } = related ?? {};
    const own = call.tables.find(other, mine, call.caller?.ownId ?? null);
    const kept = own.filter((row) => at === undefined || holds(valueAt(row, at), value));
    const named = stringsOf(value).map((key) => [...scope, key].join('/'));
    const keys = new Set(ids ? named : kept.map((row) => stringAt(row, by)));
    return (_row, key) => keys.has(key);
  }
  if (through) {
    const { through: _through, ...own } = rule;
    const test = createTest(call, through.table, { name, rule: own, value });
    return (row, key) => {
      const rows = through.at.map((at) => findRowNamed(call, row, through.table, at));
      const other = rows.find((one) => one !== undefined);
      return !other || test(other, key);
    };
  }
  const text = String(value);
  if (under) return (row) => stringAt(row, under)?.startsWith(`${text}/`) === true;
  if (sorts) return matchAll;
  if (refers) return createReferenceTest(refers, call.rules(table).key ?? 'id', text);
  if (search !== false) {
    const words = text.toLowerCase().split(/\s+/);
    return (row) => {
      const found = search === true ? withoutInternal(row) : fieldAt(call, table, row, search);
      const strings = listStrings(found ?? '').map((one) => one.toLowerCase());
      return words.every((word) => strings.some((one) => one.includes(word)));
    };
  }
  if (expression) {
    const test = readExpression(value);
    if (!test) call.notes.ignored.push(name);
    return test ?? matchAll;
  }
  const test = path === undefined ? matchAll : createPathTest(call, table, path, filter);
  if (!excludes) return test;
  return (row, key) => !holds(valueAt(row, excludes), value) && test(row, key);
}

const matchAll: RowTest = () => true;

/** Tests the value at the path of a rule. */
function createPathTest(call: Call, table: string, path: string, { rule, value }: Filter): RowTest {
  const { folds, lenient, compare = 'eq', equals } = rule;
  const fold = (one: Json): Json => {
    if (!folds || typeof one !== 'string') return one;
    return one.toLowerCase().slice(one.startsWith(folds) ? folds.length : 0);
  };
  const texts = equals === 'caller' ? [call.caller?.ownId ?? ''] : listTexts(value);
  const expected = texts.map((text) => String(fold(text)));
  return (row) => {
    const found = fieldAt(call, table, row, path);
    const made = row[madeUp];
    const isUnknown = found === undefined || (Array.isArray(made) && made.includes(path));
    if (isUnknown && lenient) return true;
    return isJsonObject(value) ? matchesFilter(found, value) : compares(found && fold(found), compare, expected);
  };
}

/**
 * Tests whether a row was made below the thing with an id, or has a member that refers to it: `project`, `projects`, `projectId`
 * and `project_gid` refer to what `project` names.
 */
function createReferenceTest(names: readonly string[], key: string, id: string): RowTest {
  const [variable = ''] = names;
  const plain = names.map(plainName).filter((name) => name !== '');
  const members = new Set(plain.flatMap((name) => ['', 'id', 'gid', 's', 'ids'].map((ending) => name + ending)));
  return (row) => {
    const above = row[`~${variable}`];
    if (above !== undefined) return above === id;
    const referring = Object.entries(row).filter(([name]) => name !== key && members.has(plainName(name)));
    // A reference is an id, an object with it, or a list of these.
    const ids = referring
      .flatMap(([, value]) => value)
      .flatMap((one) => Object.entries(isJsonObject(one) ? one : { id: one }));
    return ids.some(([name, one]) => /(?:^|_)[gu]?id$/i.test(name) && String(one) === id);
  };
}

function listStrings(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one: Json) => listStrings(one));
  return isJsonObject(value) ? Object.values(value).flatMap(listStrings) : [];
}

/** Tells whether a value, or an item of a list, equals another as text. */
function holds(found: Json | undefined, value: Json): boolean {
  return [found ?? []].flat().some((one) => String(one) === String(value));
}

/** Rejects filters with invalid values (400), unknown rows (404) or rows of other users (403). */
export function checkFilters(call: Call): void {
  for (const { name, rule, value } of listFilters(call)) {
    const { values, table, column, owned, forbidden: hidden, status = 404 } = rule;
    const texts = stringsOf(value);
    const bad = texts.find((one) => values?.includes(one) === false);
    if (bad !== undefined) {
      const { reason = 'invalidParameter' } = rule;
      rejectParameter(call, name, `${name} cannot be ${bad}; it can be ${values?.join(', ')}.`, { reason });
    }
    if (table === undefined) continue;
    for (const text of texts) {
      const row = column ? call.tables.find(table, column, text)[0] : findVisibleRow(call, table, text);
      if (row) {
        if (owned && findOwner(call, table, row) !== call.caller?.ownId) throw forbidden(call, table);
        continue;
      }
      if (hidden && call.tables.get(table, text) !== undefined) throw forbidden(call, table, hidden);
      const { reason = 'notFound', message = `${name} names nothing in ${table}: {value}.` } = rule;
      const whole = message.replace('{value}', () => text);
      const error = new HttpError(status, reason, whole, { location: name, locationType: 'parameter' });
      if (status === 404) throw error;
      rejectOrWarn(call, error);
    }
  }
}

/** Location of an error that is about several parameters. */
export const severalParameters: HttpErrorDetails = { location: 'parameters', locationType: 'other' };

/** Makes the error for a call without any of the parameters that choose what is listed. */
export function noFilterSelected(names: readonly string[]): HttpError {
  const message = `No filter selected. Expected one of: ${names.join(', ')}.`;
  return new HttpError(400, 'missingRequiredParameter', message, severalParameters);
}
