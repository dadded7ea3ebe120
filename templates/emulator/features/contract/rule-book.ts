import { type HttpError, findOperation, follow, readReferred, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { type Rule, type RuleDrafts, type RuleSign, findTable, readAction } from '../../plan/rule.js';
import { defined } from '../../values/defined.js';
import { operationRules, serviceRules, tableRules } from './list-rules.js';
import type { Json, JsonObject } from '@speccast/runtime';

/** Lists all rules of a service: those of all operations (`*#…`), of each operation and of each table. */
export function listRules({ all }: RuleBook): readonly Rule[] {
  return all.map(({ id, operation, table, kind, source, text, fix }) =>
    defined({ id, operation, table, kind, source, text, fix }),
  );
}

/** The rules of a plan. */
export class RuleBook {
  readonly all: readonly RuleSign[];
  readonly #byId: ReadonlyMap<string, RuleSign>;

  constructor(plan: EmulatorPlan) {
    const findSource = ruleSources(plan);
    const complete = (owner: string, drafts: RuleDrafts, members: Pick<RuleSign, 'operation' | 'table'> = {}) =>
      drafts
        .filter((draft) => !!draft)
        .map(({ name, ...draft }) => {
          const id = `${owner}#${name}`;
          return defined({ ...draft, ...members, id, source: findSource(id) });
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
function findClosest(rules: readonly RuleSign[], error: HttpError) {
  const rank = ({ reasons, location }: RuleSign) => (reasons ? 2 : 0) + (location === undefined ? 0 : 1);
  return rules.filter((rule) => fits(rule, error)).toSorted((one, other) => rank(other) - rank(one))[0];
}

function fits(rule: RuleSign, { status, reason, details }: HttpError) {
  const { id, kind, status: own = status, reasons, locationType, location, hides } = rule;
  // An unknown address finds the first two, and errors name the last two.
  if (id === '*#route' || id === '*#method' || kind === 'closed' || hides) return false;
  if (own !== status || reasons?.includes(reason) === false) return false;
  if (locationType !== undefined && locationType !== details.locationType) return false;
  const { location: actual = '' } = details;
  return location === undefined || location === actual || (location !== '' && actual.startsWith(`${location}.`));
}

/** Locations in the documentation by the id of a rule, of several (`videos.list#limit`), of an operation or of a table. */
type Sources = readonly (readonly [id: string, source: string | undefined])[];

/**
 * Reads from the document of a plan where its rules are stated: in `x-source`, and in `x-sources` for the rules of the emulator's
 * own extensions. Without an operation with `x-source` there are none. Returns a function that finds the location of a rule, else
 * that of the rules, the operation or the table that it belongs to: `videos.list#limit/tooMany`, `videos.list#limit`, `videos.list`.
 */
function ruleSources({ document = {}, operations }: EmulatorPlan) {
  const isStated = operations.some(
    ({ operation }) => readSource(findOperation(document, operation)?.value) !== undefined,
  );
  if (!isStated) return () => undefined;
  // `x-source` of a security scheme locates the rules of credentials, and `x-source` of `info` those of all requests.
  const schemes = Object.values(toJsonObject(follow(document, '#/components/securitySchemes')))
    .map((scheme) => readSource(readReferred(document, scheme)))
    .filter((source) => source !== undefined);
  const info = readSource(document['info']);
  const schemas = Object.values(toJsonObject(follow(document, '#/components/schemas')));
  const sources = new Map([
    ...['ifMatch', 'fields', 'paging', 'upload'].map((name) => [`*#${name}`, 'public'] as const),
    ['*#auth/key', schemes[0]] as const,
    ['*#auth/token', schemes.at(-1)] as const,
    ...['route', 'method', 'json', 'multipart', 'size', 'parameters'].map((name) => [`*#${name}`, info] as const),
    ...schemas.flatMap((schema) => listSources(schema)),
    ...operations.flatMap((one) => operationSources(document, one)),
  ]);
  return (id: string) => {
    for (let part = id; part !== ''; part = part.replace(/[/#]?[^/#]*$/, '')) {
      const found = sources.get(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Reads the locations of an operation, its parameters and its rules. Parameters without one have that of the operation, or `public` if another parameter has that. */
function operationSources(document: JsonObject, { operation }: OperationPlan): Sources {
  const { value: own = {}, pathItem = {} } = findOperation(document, operation) ?? {};
  const source = readSource(own) ?? 'public';
  const parameters = [pathItem['parameters'] ?? [], own['parameters'] ?? []].flat().map((parameter: Json) => {
    const target = readReferred(document, parameter);
    const stated = readSource(parameter) ?? readSource(target) ?? readSource(target['schema']);
    return [`${operation.id}#parameters/${String(target['name'])}`, stated] as const;
  });
  const usual = parameters.some(([, stated]) => stated === 'public') ? 'public' : source;
  return [
    [operation.id, source],
    ...parameters.map(([id, stated = usual]) => [id, stated] as const),
    ...listSources(own, `${operation.id}#`),
  ];
}

function listSources(value: Json, prefix = ''): Sources {
  return Object.entries(toJsonObject(toJsonObject(value)['x-sources'])).flatMap(([rule, source]) =>
    typeof source === 'string' ? [[prefix + rule, source] as const] : [],
  );
}

function readSource(value: Json | undefined) {
  const all = [toJsonObject(value)['x-source']].flat().filter((one) => typeof one === 'string' && one !== '');
  return all.join(', ') || undefined;
}
