import type { EmulatorPlan, OperationPlan, Reasons } from '../plan/plan.js';
import type { Coverage, Covered, OperationCoverage } from './coverage.js';
import { declaredValues } from './declared-values.js';
import type { RuleBook } from './rule-book.js';
import type { RuleSign } from './rule.js';

/** What the requests exercised. */
interface Seen {
  readonly operations: ReadonlyMap<string, OperationTally>;
  /** Ids of rules that rejected a request or hid a row. */
  readonly rejected: ReadonlySet<string>;
  /** Ids of rules that a request satisfied. */
  readonly evaluated: ReadonlySet<string>;
}

/** Compares what was exercised with the contract. */
export function coverageOf(plan: EmulatorPlan, book: RuleBook, seen: Seen): Coverage {
  const byOperation = plan.operations.map((one) => ofOperation(book, seen, one));
  const ids = plan.operations.map(({ operation }) => operation.id);
  const rules = book.all.map(({ id }) => id);
  const rejecting = book.all.filter(({ hides }) => hides === undefined).map(({ id }) => id);
  return {
    operations: covered(ids, (id) => seen.operations.has(id)),
    statuses: sum([...byOperation.map(({ statuses }) => statuses), commonReasons(plan, seen)]),
    rules: {
      ...covered(rules, (id) => seen.rejected.has(id)),
      evaluated: covered(
        rejecting.filter((id) => !id.startsWith('*')),
        (id) => seen.evaluated.has(id),
      ),
    },
    enums: sum(byOperation.map(({ enums }) => enums)),
    parameters: sum(byOperation.map(({ parameters }) => parameters)),
    byOperation,
  };
}

function ofOperation(book: RuleBook, seen: Seen, one: OperationPlan): OperationCoverage {
  const { id } = one.operation;
  const tally = seen.operations.get(id);
  const own = book.all.filter(({ operation }) => operation === id).map((rule) => rule.id);
  const { parameters, body } = declaredValues(one);
  const listed = [...parameters, ...[...body].map(([path, texts]) => [`body ${path}`, texts] as const)];
  const values = listed.flatMap(([name, texts]) => texts.map((text) => ({ name, text })));
  const names = new Map(values.map((value) => [`${id} ${value.name}=${value.text}`, value]));
  const properties = new Map(
    (one.operation.parameters ?? []).map(({ name, property = name }) => [`${id} ${name}`, property]),
  );
  return {
    operation: id,
    requests: tally?.requests ?? 0,
    statuses: statusesOf(one, tally),
    rules: covered(own, (rule) => seen.rejected.has(rule)),
    enums: covered([...names.keys()], (item) => {
      const { name, text } = names.get(item) ?? { name: '', text: '' };
      return tally?.values.get(name)?.has(text) === true;
    }),
    parameters: covered([...properties.keys()], (item) => tally?.parameters.has(properties.get(item) ?? '') === true),
  };
}

/** Declared statuses, and each documented reason. */
function statusesOf(
  { operation: { id }, responses, reasons }: OperationPlan,
  tally: OperationTally | undefined,
): Covered {
  const declared = responses.map(({ status }) => status);
  const met = [...(tally?.statuses ?? [])];
  const items = new Map(
    declared.map((status) => [`${id} ${status}`, met.some((one) => fallsUnder(one, status, declared))]),
  );
  for (const reason of reasonsOf(reasons)) items.set(`${id} ${reason}`, tally?.reasons.has(reason) === true);
  return covered([...items.keys()], (item) => items.get(item) === true);
}

/** Whether a status matches the response declared for `404`, `4XX` or `default`. */
function fallsUnder(status: number, declared: string, all: readonly string[]): boolean {
  const [own, range] = [String(status), `${String(status).charAt(0)}XX`];
  const [best] = [own, range, 'default'].filter((one) =>
    all.some((other) => other.toUpperCase() === one.toUpperCase()),
  );
  return best?.toUpperCase() === declared.toUpperCase() && (declared !== 'default' || status >= 400);
}

function commonReasons({ reasons }: EmulatorPlan, { operations }: Seen): Covered {
  const tallies = [...operations.values()];
  const met = new Map(
    reasonsOf(reasons).map((reason) => [`* ${reason}`, tallies.some((tally) => tally.reasons.has(reason))]),
  );
  return covered([...met.keys()], (item) => met.get(item) === true);
}

function reasonsOf(reasons: Reasons = {}): readonly string[] {
  return Object.entries(reasons).flatMap(([status, names]) => names.map((name) => `${status} ${name}`));
}

function covered(items: readonly string[], isCovered: (item: string) => boolean): Covered {
  const missing = items.filter((item) => !isCovered(item));
  return { total: items.length, covered: items.length - missing.length, missing };
}

function sum(parts: readonly Covered[]): Covered {
  const missing = parts.flatMap((part) => part.missing);
  const total = parts.reduce((result, part) => result + part.total, 0);
  return { total, covered: total - missing.length, missing };
}

/** The declared values of a member of a body and of its members. */
export interface EnumTree {
  /** Name of the values in the coverage. */
  path?: string;
  readonly members: Map<string, EnumTree>;
}

/** What was exercised of an operation. */
export interface OperationTally {
  requests: number;
  readonly statuses: Set<number>;
  /** `404 videoNotFound` */
  readonly reasons: Set<string>;
  readonly parameters: Set<string>;
  /** Values by parameter, and by path of the body after `body `. */
  readonly values: Map<string, Set<string>>;
  readonly body: EnumTree;
  /** Rules that no request has satisfied so far. */
  waiting: readonly RuleSign[];
}
