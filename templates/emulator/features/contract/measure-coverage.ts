import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import type { RuleSign } from '../../plan/rule.js';
import type { Coverage, Covered, OperationCoverage } from './coverage.js';
import { declaredValues } from './declared-values.js';

/** The parts of a contract that requests exercised. */
interface Exercised {
  readonly operations: ReadonlyMap<string, OperationTally>;
  /** Ids of rules that rejected a request or hid a row. */
  readonly rejected: ReadonlySet<string>;
  /** Ids of rules that a request satisfied. */
  readonly evaluated: ReadonlySet<string>;
}

/** The parts of an operation that requests exercised. */
export interface OperationTally {
  requests: number;
  readonly statuses: Set<number>;
  /** `404 videoNotFound` */
  readonly reasons: Set<string>;
  readonly parameters: Set<string>;
  /** Values of parameters and of the body: `rating=like`, `body status.privacyStatus=private`. */
  readonly values: Set<string>;
  /** Rules that no request has satisfied so far. */
  waiting: readonly RuleSign[];
}

/** Compares the exercised parts of a contract with all of its parts. */
export function measureCoverage(plan: EmulatorPlan, rules: readonly RuleSign[], exercised: Exercised): Coverage {
  const { operations, rejected, evaluated } = exercised;
  const tallies = [...operations.values()];
  const byOperation = plan.operations.map((one) => {
    const { id } = one.operation;
    const own = rules.filter(({ operation }) => operation === id);
    return measureOperation(one, operations.get(id), measureRules(own, rejected));
  });
  const common = listReasons(plan).map(
    (reason) => [`* ${reason}`, tallies.some(({ reasons }) => reasons.has(reason))] as const,
  );
  const satisfiable = rules.filter(({ id, hides }) => hides === undefined && !id.startsWith('*'));
  return {
    operations: measure(plan.operations.map(({ operation: { id } }) => [id, operations.has(id)])),
    statuses: sum([...byOperation.map(({ statuses }) => statuses), measure(new Map(common))]),
    rules: { ...measureRules(rules, rejected), evaluated: measureRules(satisfiable, evaluated) },
    enums: sum(byOperation.map(({ enums }) => enums)),
    parameters: sum(byOperation.map(({ parameters }) => parameters)),
    byOperation,
  };
}

function measureOperation(plan: OperationPlan, tally: OperationTally | undefined, rules: Covered): OperationCoverage {
  const { id } = plan.operation;
  const { parameters, body } = declaredValues(plan);
  const values = [...parameters, ...body].flatMap(([name, texts]) => texts.map((text) => `${name}=${text}`));
  const declared = new Set(plan.responses.map(({ status }) => status.toUpperCase()));
  const received = new Set(
    [...(tally?.statuses ?? [])].map((status) => {
      const range = `${String(status).charAt(0)}XX`;
      // `default` is the response of errors.
      const names = [String(status), range, ...(status < 400 ? [] : ['DEFAULT'])];
      return names.find((name) => declared.has(name));
    }),
  );
  return {
    operation: id,
    requests: tally?.requests ?? 0,
    // Of equal names the last decides: a reason `404` replaces the status.
    statuses: measure(
      new Map([
        ...plan.responses.map(({ status }) => [`${id} ${status}`, received.has(status.toUpperCase())] as const),
        ...listReasons(plan).map((reason) => [`${id} ${reason}`, tally?.reasons.has(reason)] as const),
      ]),
    ),
    rules,
    enums: measure(new Map(values.map((value) => [`${id} ${value}`, tally?.values.has(value)]))),
    parameters: measure(
      new Map(
        expandParameters(plan.operation).map(({ name, property = name }) => [
          `${id} ${name}`,
          tally?.parameters.has(property),
        ]),
      ),
    ),
  };
}

/** Lists documented reasons with their statuses: `404 videoNotFound`. */
function listReasons({ reasons = {} }: Pick<EmulatorPlan, 'reasons'>): readonly string[] {
  return Object.entries(reasons).flatMap(([status, names]) => names.map((name) => `${status} ${name}`));
}

function measureRules(rules: readonly RuleSign[], exercised: ReadonlySet<string>): Covered {
  return measure(rules.map(({ id }) => [id, exercised.has(id)]));
}

function measure(items: Iterable<readonly [name: string, isCovered: boolean | undefined]>): Covered {
  const all = [...items];
  const missing = all.filter(([, isCovered]) => isCovered !== true).map(([name]) => name);
  return { total: all.length, covered: all.length - missing.length, missing };
}

function sum(parts: readonly Covered[]): Covered {
  const missing = parts.flatMap((part) => part.missing);
  const total = parts.reduce((result, part) => result + part.total, 0);
  return { total, covered: total - missing.length, missing };
}
