import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { Issue, Validator } from '@speccast/runtime/validators';
import { HttpError, readJsonSchema, memberAt, type Path, writeExactly } from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { didYouMean, findNearest } from '../../values/did-you-mean.js';
import { readAction, findTable } from '../../plan/rule.js';
import type { EmulatorPlan } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { withoutInternal, pointerStep } from '../../values/json-path.js';
import { around, findPlace, listIssues } from './fit-row.js';

/** A row of a table. */
export interface TableRow {
  readonly table: string;
  readonly row: Row;
}

/** The error (400) for a row that does not match the schema of its table; it has all positions. */
export class InvalidRow extends HttpError {
  readonly issues: readonly Issue[];
  /** An error for each position, as JSON. */
  readonly errors: readonly JsonObject[];

  constructor(table: string, issues: readonly Issue[]) {
    const all = issues.map(({ path, message }) => {
      const location = writePointer(path);
      return { location, message: `${location || 'it'} ${message}` };
    });
    const [first] = all;
    const more = issues.length > 1 ? `, and ${issues.length - 1} more` : '';
    super(400, 'invalidRow', `The row does not match the schema of ${table}: ${first?.message}${more}.`, {
      location: first?.location ?? '',
      locationType: 'body',
    });
    this.issues = issues;
    this.errors = all.map(({ location, message }) => ({
      domain: 'global',
      reason: 'invalidRow',
      message: `${message}.`,
      location,
      locationType: 'body',
    }));
  }
}

/** Writes a path as a JSON pointer (RFC 6901). */
export function writePointer(path: Path): string {
  return path.map((name) => pointerStep(String(name))).join('');
}

/** Rejects (400) the name of a table that the service does not have, and suggests a similar one. */
export function checkTable(name: string, names: readonly string[], location: string): void {
  if (names.includes(name)) return;
  const message = `There is no table ${name}${didYouMean(name, names)}`;
  throw new HttpError(400, 'unknownTable', message, { location, locationType: 'body' });
}

/** Most rows of a table that another one is compared with. */
const mostCompared = 20;

/**
 * Rejects (400) a row with values that its schema does not take, or with members that neither it nor a rule names. The examples of
 * some documents contradict their schemas, so errors that rows from `list` have too are no reason to reject others.
 */
export function checkRow(
  { emulator, list }: { readonly emulator: EmulatorPlan; readonly list: (table: string) => readonly Row[] },
  { table, row }: TableRow,
  at: Path = [],
): void {
  const found = findIssues(emulator, { table, row });
  if (found.length === 0) return;
  const identify = ({ path, keyword }: Issue) => JSON.stringify([path, keyword]);
  const others = list(table).slice(0, mostCompared);
  const known = new Set(others.flatMap((one) => findIssues(emulator, { table, row: one })).map(identify));
  const issues = found.filter((issue) => !known.has(identify(issue)));
  if (issues.length === 0) return;
  throw new InvalidRow(
    table,
    issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] })),
  );
}

/** Keywords that only a whole row has to meet. */
const ofWhole =
  /^(?:required|dependent\w+|min(?:Properties|Items)|contains|additionalProperties|unevaluatedProperties)$/;

/** Finds the errors of a row that need not be whole. */
export function findIssues(emulator: EmulatorPlan, { table, row }: TableRow): readonly Issue[] {
  const { model } = emulator.resources.find((one) => one.table === table) ?? {};
  const read = emulator.operations.find(({ behaviour }) => {
    const { get, list } = readAction(behaviour);
    return findTable(behaviour) === table && (get ?? list) !== undefined;
  });
  const place = model === undefined ? read && findPlace(emulator, read) : { declared: model, path: [] };
  if (place === undefined) return [];
  const own = withoutInternal(row);
  // An alternative that is not whole may be the right one.
  const wrong = listIssues(place, own).filter(
    ({ keyword, path }) => !ofWhole.test(keyword) && !(keyword.endsWith('Of') && isJsonObject(memberAt(own, path))),
  );
  const columns = readColumns(emulator, table);
  const { declared, path: outside } = place;
  const drift = columns && emulator.checkLeniently?.(declared, around(outside, own), { limit: Infinity }).drift;
  const schema = readJsonSchema(declared) ?? {};
  const unknown = (drift ?? []).flatMap((issue): readonly Issue[] => {
    const path = issue.path.slice(outside.length);
    const [name, outer] = [String(path.at(-1)), path.slice(0, -1)];
    const isColumn = outer.length === 0 && columns?.has(name) === true;
    if (!issue.keyword.endsWith('Properties') || path.length === 0 || isColumn) return [];
    const names = outer.length === 0 ? columns : membersAt(schema, [...outside, ...outer])?.keys();
    const nearest = findNearest(name, names ?? []);
    return [
      { ...issue, path, message: `is not declared${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}` },
    ];
  });
  return [...wrong, ...unknown];
}

// A seed checks thousands of rows of the same table.
const columnsBy = new WeakMap<EmulatorPlan, Map<string, ReadonlySet<string> | undefined>>();

/**
 * Lists the members that rows of a table can have: those of its schema and rules, and of what operations send and take; undefined if
 * one of these allows any member.
 */
function readColumns(emulator: EmulatorPlan, table: string): ReadonlySet<string> | undefined {
  const known = columnsBy.get(emulator) ?? new Map<string, ReadonlySet<string> | undefined>();
  columnsBy.set(emulator, known);
  if (known.has(table)) return known.get(table);
  const { model, rules = {} } = emulator.resources.find((one) => one.table === table) ?? {};
  const lists: (Iterable<string> | undefined)[] = model === undefined ? [] : [namesIn(model, [])];
  for (const plan of emulator.operations) {
    if (findTable(plan.behaviour) !== table) continue;
    const { within, bodyWithin = within } = plan.behaviour;
    const place = findPlace(emulator, plan);
    if (place !== undefined) lists.push(place.members?.keys());
    if (plan.body !== undefined) lists.push(namesIn(plan.body, bodyWithin ? [bodyWithin] : []));
  }
  // Rules are plain data: each text in them may be a path of a row.
  lists.push(Array.from(writeExactly(rules).matchAll(/"~?([^".]+)/g), ([, name = '']) => name));
  const columns = lists.includes(undefined) ? undefined : new Set(lists.flatMap((one) => [...(one ?? [])]));
  known.set(table, columns);
  return columns;
}

function namesIn(declared: Validator<unknown>, path: Path): readonly string[] | undefined {
  const schema = readJsonSchema(declared) ?? {};
  const sides = (['readOnly', 'writeOnly'] as const).map((side) => membersAt(schema, path, side));
  return sides.every((one) => one === undefined) ? undefined : sides.flatMap((one) => [...(one?.keys() ?? [])]);
}
