import { isJsonObject, type JsonObject } from '@speccast/runtime';
import type { Issue, Validator } from '@speccast/runtime/validators';
import { HttpError, bodyError, readJsonSchema, memberAt, type Path, writeExactly } from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { didYouMean, findNearest } from '../../values/did-you-mean.js';
import { readAction, findTable } from '../../plan/rule.js';
import type { Call, EmulatorPlan } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { withoutInternal, pointerStep } from '../../values/json-path.js';
import { around, findPlace, listIssues, findResource } from './fit-row.js';

/** The error (400) for a row that does not match the schema of its table, with all issues. */
export class InvalidRow extends HttpError {
  readonly issues: readonly Issue[];
  /** An error for each issue, as JSON. */
  readonly errors: readonly JsonObject[];

  constructor(table: string, issues: readonly Issue[]) {
    const errors = issues.map(({ path, message }) => {
      const location = writePointer(path);
      const text = `${location || 'it'} ${message}.`;
      return { domain: 'global', reason: 'invalidRow', message: text, location, locationType: 'body' } as const;
    });
    const [{ message, location } = { message: '', location: '' }] = errors;
    const more = issues.length > 1 ? `, and ${issues.length - 1} more.` : '.';
    const text = `The row does not match the schema of ${table}: ${message.slice(0, -1)}${more}`;
    super(400, 'invalidRow', text, { location, locationType: 'body' });
    this.issues = issues;
    this.errors = errors;
  }
}

/** Writes a path as a JSON pointer (RFC 6901). */
export function writePointer(path: Path): string {
  return path.map((name) => pointerStep(String(name))).join('');
}

/** Rejects (400) the name of a table that the service does not have, and suggests a similar one. */
export function checkTable(name: string, names: readonly string[], location: string): void {
  if (names.includes(name)) return;
  throw bodyError('unknownTable', `There is no table ${name}${didYouMean(name, names)}`, { location });
}

/** Maximum number of rows of a table that another one is compared with. */
const mostCompared = 20;

/**
 * Rejects (400) a row with values that its schema does not allow, or with members that neither the schema nor a rule names. The examples
 * of some documents contradict their schemas, so errors that stored rows have, too, are ignored.
 */
export function checkRow(
  { emulator, tables }: Pick<Call, 'emulator' | 'tables'>,
  table: string,
  row: Row,
  at: Path = [],
): void {
  const found = findIssues(emulator, table, row);
  if (found.length === 0) return;
  const known = tables
    .list(table)
    .slice(0, mostCompared)
    .flatMap((one) => findIssues(emulator, table, one));
  const issues = listNew(found, known).map((issue) => ({ ...issue, path: [...at, ...issue.path] }));
  if (issues.length > 0) throw new InvalidRow(table, issues);
}

/** Lists the errors that are not among others. */
export function listNew(issues: readonly Issue[], others: readonly Issue[]): readonly Issue[] {
  const identify = ({ path, keyword }: Issue) => writeExactly([...path, keyword]);
  const known = new Set(others.map(identify));
  return issues.filter((issue) => !known.has(identify(issue)));
}

/** Keywords that apply only to complete rows. */
const ofWhole =
  /^(?:required|dependent\w+|min(?:Properties|Items)|contains|additionalProperties|unevaluatedProperties)$/;

/** Finds the errors of a row that may lack required members. */
export function findIssues(emulator: EmulatorPlan, table: string, row: Row): readonly Issue[] {
  const { model } = findResource(emulator, table) ?? {};
  const read = emulator.operations.find(({ behaviour }) => {
    const { get, list } = readAction(behaviour);
    return findTable(behaviour) === table && (get ?? list) !== undefined;
  });
  const place = model ? { declared: model, path: [] } : read && findPlace(read, emulator);
  if (!place) return [];
  const own = withoutInternal(row);
  // A row that lacks members of an alternative (`oneOf`) may still be meant to match it.
  const wrong = listIssues(place, own).filter(
    ({ keyword, path }) => !ofWhole.test(keyword) && !(keyword.endsWith('Of') && isJsonObject(memberAt(own, path))),
  );
  const { declared, path: outside } = place;
  const { drift = [] } = emulator.checkLeniently?.(declared, around(outside, own), { limit: Infinity }) ?? {};
  const undeclared = drift.filter(
    ({ keyword, path }) => keyword.endsWith('Properties') && path.length > outside.length,
  );
  const columns = undeclared.length > 0 ? listColumns(emulator, table) : undefined;
  if (!columns) return wrong;
  const unknown = undeclared.flatMap((issue): readonly Issue[] => {
    const path = issue.path.slice(outside.length);
    const name = String(path.at(-1));
    const isColumn = path.length === 1;
    if (isColumn && columns.has(name)) return [];
    const members = membersAt(readJsonSchema(declared) ?? {}, issue.path.slice(0, -1));
    const nearest = findNearest(name, isColumn ? columns : (members?.keys() ?? []));
    const hint = nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
    return [{ ...issue, path, message: `is not declared${hint}` }];
  });
  return [...wrong, ...unknown];
}

/**
 * Lists the members that rows of a table can have: those of its schema and rules, and of what operations send and take; undefined if
 * one of these allows any member.
 */
function listColumns(emulator: EmulatorPlan, table: string): ReadonlySet<string> | undefined {
  const { model, rules = {} } = findResource(emulator, table) ?? {};
  const lists: (Iterable<string> | undefined)[] = model ? [namesIn(model, [])] : [];
  for (const plan of emulator.operations) {
    if (findTable(plan.behaviour) !== table) continue;
    const { within, bodyWithin = within } = plan.behaviour;
    const place = findPlace(plan, emulator);
    if (place) lists.push(place.members?.keys());
    if (plan.body) lists.push(namesIn(plan.body, bodyWithin ? [bodyWithin] : []));
  }
  // Rules are plain data: each text in them may be a path of a row.
  lists.push(Array.from(writeExactly(rules).matchAll(/"~?([^".]+)/g), ([, name = '']) => name));
  return lists.includes(undefined) ? undefined : new Set(lists.flatMap((one) => [...(one ?? [])]));
}

function namesIn(declared: Validator<unknown>, path: Path): readonly string[] | undefined {
  const schema = readJsonSchema(declared) ?? {};
  const sides = [membersAt(schema, path, 'readOnly'), membersAt(schema, path, 'writeOnly')].filter(
    (one) => one !== undefined,
  );
  return sides.length > 0 ? sides.flatMap((one) => [...one.keys()]) : undefined;
}
