import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { Issue } from '@speccast/runtime/validators';
import { HttpError, readJsonSchema, memberAt, type Path, writeExactly } from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { didYouMean, findNearest } from '../../values/did-you-mean.js';
import { readAction, findTable } from '../../plan/rule.js';
import type { EmulatorPlan } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { withoutInternal, pointerStep } from '../../values/json-path.js';
import { around, issuesAt, type Place, placeOf } from './fit-row.js';

/** A row of a table. */
export interface TableRow {
  readonly table: string;
  readonly row: Row;
}

/** The error (400) for a row that does not match the schema of its table; it has all positions. */
export class InvalidRow extends HttpError {
  readonly issues: readonly Issue[];

  constructor(table: string, issues: readonly Issue[]) {
    const [first] = issues.map(describe);
    const more = issues.length > 1 ? `, and ${issues.length - 1} more` : '';
    super(400, 'invalidRow', `The row does not match the schema of ${table}: ${first}${more}.`, {
      location: writePointer(issues[0]?.path ?? []),
      locationType: 'body',
    });
    this.issues = issues;
  }

  /** An error for each position, as JSON. */
  get errors(): readonly JsonObject[] {
    return this.issues.map((issue) => ({
      domain: 'global',
      reason: 'invalidRow',
      message: `${describe(issue)}.`,
      location: writePointer(issue.path),
      locationType: 'body',
    }));
  }
}

function describe({ path, message }: Issue): string {
  return `${writePointer(path) || 'it'} ${message}`;
}

/** A path as a JSON pointer (RFC 6901). */
export function writePointer(path: Path): string {
  return path.map((name) => pointerStep(String(name))).join('');
}

/** Rejects (400) the name of a table that the service does not have, and says which one may be meant. */
export function checkTable(name: string, names: readonly string[], location: string): void {
  if (names.includes(name)) return;
  const message = `There is no table ${name}${didYouMean(name, names)}`;
  throw new HttpError(400, 'unknownTable', message, { location, locationType: 'body' });
}

/** A table, as far as checking rows of it needs. */
interface CheckedTable {
  readonly emulator: EmulatorPlan;
  /** Lists the rows that are there. The examples of some documents contradict their schemas: they are no reason to reject others. */
  readonly list: (table: string) => readonly Row[];
}

const mostCompared = 20;

/** Rejects (400) a row with values that its schema does not take, or with members that neither it nor a rule names. */
export function checkRow({ emulator, list }: CheckedTable, { table, row }: TableRow, at: Path = []): void {
  const found = findIssues(emulator, { table, row });
  if (found.length === 0) return;
  const identify = ({ path, keyword }: Issue): string => JSON.stringify([path, keyword]);
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

/** Finds what is wrong with a row that need not be whole. */
export function findIssues(emulator: EmulatorPlan, { table, row }: TableRow): readonly Issue[] {
  const place = findSchema(emulator, table);
  if (place === undefined) return [];
  const own = withoutInternal(row);
  // Of an alternative that is not whole, nobody can say that it is wrong.
  const wrong = issuesAt(place, own).filter(
    ({ keyword, path }) => !ofWhole.test(keyword) && !(keyword.endsWith('Of') && isJsonObject(memberAt(own, path))),
  );
  const columns = readColumns(emulator, table);
  const { declared, path: outside } = place;
  const drift = columns && emulator.checkLeniently?.(declared, around(outside, own), { limit: Infinity }).drift;
  const below = (drift ?? []).map((issue) => ({ ...issue, path: issue.path.slice(outside.length) }));
  const unknown = below.filter(
    ({ keyword, path }) =>
      keyword.endsWith('Properties') &&
      path.length > 0 &&
      !(path.length === 1 && columns?.has(String(path[0])) === true),
  );
  const schema = readJsonSchema(declared) ?? {};
  const found = unknown.map(({ path, ...issue }): Issue => {
    const [name, outer] = [String(path.at(-1)), path.slice(0, -1)];
    const names = outer.length === 0 ? columns : membersAt(schema, [...outside, ...outer])?.keys();
    const nearest = findNearest(name, names ?? []);
    return { ...issue, path, message: `is not declared${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}` };
  });
  return [...wrong, ...found];
}

/** The schema of the rows of a table: a model, or a part of what an operation responds with. */
function findSchema(emulator: EmulatorPlan, table: string): Pick<Place, 'declared' | 'path'> | undefined {
  const { model } = emulator.resources.find((one) => one.table === table) ?? {};
  if (model !== undefined) return { declared: model, path: [] };
  const plans = emulator.operations.filter(({ behaviour }) => findTable(behaviour) === table);
  const read = plans.find(({ behaviour }) => /get|list/.test(Object.keys(readAction(behaviour)).join()));
  return read && placeOf(emulator, read);
}

const columnsBy = new WeakMap<EmulatorPlan, Map<string, ReadonlySet<string> | undefined>>();

/** The members that rows of a table can have: those of its schema and rules, and of what operations send and take. */
function readColumns(emulator: EmulatorPlan, table: string): ReadonlySet<string> | undefined {
  const known = columnsBy.get(emulator) ?? new Map<string, ReadonlySet<string> | undefined>();
  columnsBy.set(emulator, known);
  if (!known.has(table)) known.set(table, findColumns(emulator, table));
  return known.get(table);
}

/** Undefined where one of them can be any. */
function findColumns(emulator: EmulatorPlan, table: string): ReadonlySet<string> | undefined {
  const { model, rules = {} } = emulator.resources.find((one) => one.table === table) ?? {};
  const lists: (Iterable<string> | undefined)[] = model === undefined ? [] : [namesIn(readJsonSchema(model) ?? {}, [])];
  for (const plan of emulator.operations) {
    if (findTable(plan.behaviour) !== table) continue;
    const { within, bodyWithin = within } = plan.behaviour;
    const place = placeOf(emulator, plan);
    if (place !== undefined) lists.push(place.names);
    if (plan.body !== undefined) lists.push(namesIn(readJsonSchema(plan.body) ?? {}, bodyWithin ? [bodyWithin] : []));
  }
  if (lists.some((one) => one === undefined)) return undefined;
  // Rules are plain data: whatever they name may be a path of a row.
  const ruled = writeExactly(rules).matchAll(/"~?([^".]+)/g);
  return new Set([...lists.flatMap((one) => [...(one ?? [])]), ...Array.from(ruled, ([, name = '']) => name)]);
}

function namesIn(schema: JsonObject, path: Path): readonly string[] | undefined {
  const sides = (['readOnly', 'writeOnly'] as const).map((side) => membersAt(schema, path, side));
  return sides.every((one) => one === undefined) ? undefined : sides.flatMap((one) => [...(one?.keys() ?? [])]);
}
