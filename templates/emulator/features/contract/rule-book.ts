import type { HttpError } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { readAction, type Rule, type RuleDrafts, type RuleSign, findTable } from '../../plan/rule.js';
import { operationRules } from './operation-rules.js';
import { ruleSources } from './rule-sources.js';
import { serviceRules } from './service-rules.js';
import { tableRules } from './table-rules.js';

/** Lists all rules of a service: those of all operations (`*#…`), of each operation and of each table. */
export function listRules({ all }: RuleBook): readonly Rule[] {
  return all.map(({ id, operation, table, kind, source, text, fix }) => ({
    id,
    ...(operation !== undefined && { operation }),
    ...(table !== undefined && { table }),
    kind,
    ...(source !== undefined && { source }),
    text,
    fix,
  }));
}

/** The rules of a plan. */
export class RuleBook {
  readonly all: readonly RuleSign[];
  readonly #byId: ReadonlyMap<string, RuleSign>;

  constructor(plan: EmulatorPlan) {
    const findSource = ruleSources(plan);
    const complete = (
      owner: string,
      drafts: RuleDrafts,
      members: Pick<RuleSign, 'operation' | 'table'> = {},
    ): readonly RuleSign[] =>
      drafts
        .filter((draft) => !!draft)
        .map(({ name, ...draft }) => {
          const id = `${owner}#${name}`;
          const source = findSource(id);
          return { ...draft, id, ...members, ...(source !== undefined && { source }) };
        });
    this.all = [
      ...complete('*', serviceRules(plan)),
      ...plan.operations.flatMap((one) => {
        const { id } = one.operation;
        return complete(id, operationRules(one, plan), { operation: id });
      }),
      ...plan.resources.flatMap((one) => complete(one.table, tableRules(one, plan), { table: one.table })),
    ];
    this.#byId = new Map(this.all.map((one) => [one.id, one]));
  }

  /** Lists the rules that a successful call satisfies; some apply only if a parameter or path was sent. */
  list({ operation: { id }, behaviour }: OperationPlan): readonly RuleSign[] {
    // A capability may use any table.
    const isCapability = readAction(behaviour)['perform'] !== undefined;
    const used = findTable(behaviour);
    return this.all.filter(
      ({ operation, table }) => operation === id || (table !== undefined && (isCapability || table === used)),
    );
  }

  /** Finds the rule that rejected a request. */
  find(plan: OperationPlan | undefined, error: HttpError): RuleSign | undefined {
    const { rule } = error.details;
    const id = plan?.operation.id ?? '*';
    if (rule !== undefined)
      return this.#byId.get(rule.includes('#') ? rule : `${id}#${rule}`) ?? this.#byId.get(`*#${rule}`);
    if (!plan) return this.#byId.get(error.status === 405 ? '*#method' : '*#route');
    const common = this.all.filter(({ operation, table }) => (operation ?? table) === undefined);
    return findClosest(this.list(plan), error) ?? findClosest(common, error);
  }
}

/** Finds the first of the most specific rules that fit: a reason is more specific than a location. */
function findClosest(rules: readonly RuleSign[], error: HttpError): RuleSign | undefined {
  const [closest] = rules
    .filter((rule) => fits(rule, error))
    .map((rule) => ({ rule, rank: (rule.reasons ? 2 : 0) + (rule.location === undefined ? 0 : 1) }))
    .toSorted((one, other) => other.rank - one.rank);
  return closest?.rule;
}

function fits(rule: RuleSign, { status, reason, details }: HttpError): boolean {
  const { id, kind, status: own = status, reasons, locationType, location, hides } = rule;
  // These are found by an unknown address, or are named by the error.
  if (id === '*#route' || id === '*#method' || kind === 'closed' || hides) return false;
  if (own !== status || reasons?.includes(reason) === false) return false;
  if (locationType !== undefined && locationType !== details.locationType) return false;
  const { location: actual = '' } = details;
  return location === undefined || location === actual || (location !== '' && actual.startsWith(`${location}.`));
}
