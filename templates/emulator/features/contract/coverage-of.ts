import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan, Reasons } from '../../plan/plan.js';
import type { Coverage, Covered, OperationCoverage } from './coverage.js';
import { declaredValues } from './declared-values.js';
import type { RuleBook } from './rule-book.js';
import type { RuleSign } from '../../plan/rule.js';

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
  const own = rulesByOperation(book);
  const byOperation = plan.operations.map((one) => ofOperation(own.get(one.operation.id) ?? [], seen, one));
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

/** Ids of rules by operation. */
function rulesByOperation({ all }: RuleBook): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, operation } of all) {
    if (operation === undefined) continue;
    const own = found.get(operation) ?? [];
    own.push(id);
    found.set(operation, own);
  }
  return found;
}

function ofOperation(own: readonly string[], seen: Seen, one: OperationPlan): OperationCoverage {
  const { id } = one.operation;
  const tally = seen.operations.get(id);
  const { values, properties } = listedOf(one);
  return {
    operation: id,
    requests: tally?.requests ?? 0,
    statuses: statusesOf(one, tally),
    rules: covered(own, (rule) => seen.rejected.has(rule)),
    enums: covered([...values.keys()], (item) => {
      const { name, text } = values.get(item) ?? { name: '', text: '' };
      return tally?.values.get(name)?.has(text) === true;
    }),
    parameters: covered([...properties.keys()], (item) => tally?.parameters.has(properties.get(item) ?? '') === true),
  };
}

/** What a report lists of an operation, by how it says it. */
interface Listed {
  /** Declared values. */
  readonly values: ReadonlyMap<string, { readonly name: string; readonly text: string }>;
  /** Properties of parameters. */
  readonly properties: ReadonlyMap<string, string>;
  /** Declared statuses, in upper case. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Documented reasons. */
  readonly reasons: ReadonlyMap<string, string>;
}

const known = new WeakMap<OperationPlan, Listed>();

function listedOf(plan: OperationPlan): Listed {
  const listed = known.get(plan) ?? list(plan);
  known.set(plan, listed);
  return listed;
}

function list(plan: OperationPlan): Listed {
  const { id } = plan.operation;
  const { parameters, body } = declaredValues(plan);
  const texts = [...parameters, ...[...body].map(([path, values]) => [`body ${path}`, values] as const)];
  const values = texts.flatMap(([name, own]) => own.map((text) => ({ name, text })));
  return {
    values: new Map(values.map((value) => [`${id} ${value.name}=${value.text}`, value])),
    properties: new Map(
      expandParameters(plan.operation).map(({ name, property = name }) => [`${id} ${name}`, property]),
    ),
    statuses: new Map(plan.responses.map(({ status }) => [`${id} ${status}`, status.toUpperCase()])),
    reasons: new Map(reasonsOf(plan.reasons).map((reason) => [`${id} ${reason}`, reason])),
  };
}

/** Declared statuses, and each documented reason. */
function statusesOf(plan: OperationPlan, tally: OperationTally | undefined): Covered {
  const { statuses, reasons } = listedOf(plan);
  const declared = new Set(statuses.values());
  const met = new Set([...(tally?.statuses ?? [])].map((status) => declaredOf(status, declared)));
  return covered([...new Set([...statuses.keys(), ...reasons.keys()])], (item) => {
    const reason = reasons.get(item);
    return reason === undefined ? met.has(statuses.get(item)) : tally?.reasons.has(reason) === true;
  });
}

/** The response that a status belongs to, of those declared for `404`, `4XX` or `DEFAULT`. */
function declaredOf(status: number, declared: ReadonlySet<string>): string | undefined {
  const range = `${String(status).charAt(0)}XX`;
  const best = [String(status), range, 'DEFAULT'].find((one) => declared.has(one));
  return best === 'DEFAULT' && status < 400 ? undefined : best;
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
