import type { HttpError } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { operationRules } from './operation-rules.js';
import { readAction, type Rule, type RuleDraft, type RuleSign, findTable } from '../../plan/rule.js';
import { ruleSources } from './rule-sources.js';
import { serviceRules } from './service-rules.js';
import { tableRules } from './table-rules.js';

/** All rules of a service: those of each operation, of each table, and those of all operations (`*#…`). */
export function rulesOf(book: RuleBook): readonly Rule[] {
  return book.all.map(({ id, operation, table, kind, source, text, fix }) => ({
    id,
    ...(operation === undefined ? {} : { operation }),
    ...(table === undefined ? {} : { table }),
    kind,
    ...(source === undefined ? {} : { source }),
    text,
    fix,
  }));
}

/** The rules of a plan by operation, by error and by the part of the plan that hides rows. */
export class RuleBook {
  readonly all: readonly RuleSign[];
  readonly #byId: ReadonlyMap<string, RuleSign>;
  readonly #byPlan: ReadonlyMap<string, readonly RuleSign[]>;
  readonly #byPart: ReadonlyMap<object, RuleSign>;
  readonly #service: readonly RuleSign[];

  constructor(plan: EmulatorPlan) {
    const { ofService, ofTable, ofOperation } = ruleSources(plan);
    const service = serviceRules(plan).map((one) => signOf('*', one, { source: ofService(one.name) }));
    const tables = new Map(
      plan.resources.map((resource) => {
        const { table } = resource;
        const drafts = tableRules(resource, plan);
        return [table, drafts.map((one) => signOf(table, one, { table, source: ofTable(table, one.name) }))];
      }),
    );
    const own = plan.operations.map((operated) => {
      const operation = operated.operation.id;
      const drafts = operationRules(operated, plan);
      return drafts.map((one) => signOf(operation, one, { operation, source: ofOperation(operation, one.name) }));
    });
    this.#service = service;
    this.all = [...service, ...own.flat(), ...[...tables.values()].flat()];
    this.#byId = new Map(this.all.map((one) => [one.id, one]));
    this.#byPart = new Map(this.all.flatMap((one) => (one.hides === undefined ? [] : [[one.hides, one] as const])));
    this.#byPlan = new Map(
      plan.operations.map((one, index) => [
        one.operation.id,
        [...(own[index] ?? []), ...tablesOf(one, plan).flatMap((table) => tables.get(table) ?? [])],
      ]),
    );
  }

  /** The rules that a successful call satisfies; some apply only if a parameter or path was sent. */
  of({ operation }: OperationPlan): readonly RuleSign[] {
    return this.#byPlan.get(operation.id) ?? [];
  }

  /** The rule of a part of the plan. */
  ofPart(part: object): RuleSign | undefined {
    return this.#byPart.get(part);
  }

  /** The rule that rejected a request. */
  find(plan: OperationPlan | undefined, error: HttpError): RuleSign | undefined {
    const { rule } = error.details;
    const id = plan?.operation.id ?? '*';
    if (rule !== undefined)
      return this.#byId.get(rule.includes('#') ? rule : `${id}#${rule}`) ?? this.#byId.get(`*#${rule}`);
    if (plan === undefined) return this.#byId.get(error.status === 405 ? '*#method' : '*#route');
    return closest(this.of(plan), error) ?? closest(this.#service, error);
  }
}

/** The most specific of the matching rules. */
function closest(rules: readonly RuleSign[], error: HttpError): RuleSign | undefined {
  const fitting = rules.filter((one) => fits(one, error));
  const isTold = ({ reasons, location }: RuleSign): number =>
    (reasons === undefined ? 0 : 2) + (location === undefined ? 0 : 1);
  const most = Math.max(...fitting.map(isTold));
  return fitting.find((one) => isTold(one) === most);
}

function fits(rule: RuleSign, { status, reason, details }: HttpError): boolean {
  // What resolves to no operation is told from that alone, and who rejects to write closed rows says so.
  if (rule.id === '*#route' || rule.id === '*#method' || rule.kind === 'closed') return false;
  if (rule.status !== undefined && rule.status !== status) return false;
  if (rule.reasons !== undefined && !rule.reasons.includes(reason)) return false;
  if (rule.locationType !== undefined && rule.locationType !== details.locationType) return false;
  if (rule.location === undefined || rule.hides !== undefined) return rule.hides === undefined;
  const { location = '' } = details;
  return location === rule.location || (rule.location !== '' && location.startsWith(`${rule.location}.`));
}

/** A rule with its complete id; `owner` is an operation, a table or `*`. */
function signOf(
  owner: string,
  { name, ...draft }: RuleDraft,
  { source, ...of }: { readonly source: string | undefined; readonly operation?: string; readonly table?: string },
): RuleSign {
  return { ...draft, id: `${owner}#${name}`, ...of, ...(source === undefined ? {} : { source }) };
}

/** The tables that an operation uses; a capability may use any. */
function tablesOf({ behaviour }: OperationPlan, { resources }: EmulatorPlan): readonly string[] {
  if (readAction(behaviour)['perform'] !== undefined) return resources.map(({ table }) => table);
  const table = findTable(behaviour);
  return table === undefined ? [] : [table];
}
