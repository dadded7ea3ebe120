import { expandParameters, isJsonObject, type OperationParameter } from '@speccast/runtime';
import { credentialParameters, readJsonSchema, writeExactly } from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { actionOf, tableOf } from '../rule.js';
import { parametersIn } from './document-parts.js';
import { listPlaceholders } from '../../values/fill-template.js';
import type { FilterRule } from '../behaviour.js';
import { findRowAbove } from './row-above.js';
import type { Call, EmulatorPlan, OperationPlan } from '../plan.js';
import { pagingParameters } from './paging-parameters.js';

type Planned = Pick<OperationPlan, 'operation' | 'behaviour' | 'parts'>;

/** A plan, as far as it decides what parameters do. */
type Source = Pick<EmulatorPlan, 'settings' | 'resources' | 'service' | 'webhooks' | 'document'> & {
  readonly operations: readonly Planned[];
};

/** What a filter does, by the member of its rule that says so; the first one counts. */
const filterEffects: readonly (readonly [keyof FilterRule, string])[] = [
  ['ids', 'selects rows by their keys'],
  ['sorts', 'sorts'],
  ['descending', 'sorts by'],
  ['search', 'searches'],
  ['newest', 'sorts by'],
  ['orders', 'sorts'],
  ['localizes', 'translates'],
  ['escapes', 'chooses how texts are written'],
  ['resizes', 'sets the size of a player'],
  ['equals', 'filters by the caller'],
  ['expression', 'filters by an expression'],
  ['selects', 'selects fields'],
  ['omits', 'selects fields'],
  ['path', 'filters by'],
  ['under', 'filters by the parent'],
  ['refers', 'filters by the parent'],
  ['excludes', 'leaves out by'],
  ['related', 'filters by the rows of the caller'],
  ['table', 'has to name what is there'],
];

/** Headers that the emulator follows: what they do, and for which actions or methods. */
const headerEffects: ReadonlyMap<string, readonly [does: string, where: RegExp]> = new Map([
  ['accept', ['chooses the media type', /./]],
  ['authorization', ['carries a credential', /./]],
  ['content-type', ['says what the body is', /./]],
  ['content-encoding', ['says what the body is', /./]],
  ['content-length', ['says what the body is', /./]],
  ['if-match', ['is a condition', /update|delete|perform/]],
  ['if-none-match', ['is a condition', /^(?:GET|HEAD)|insert|update|delete/]],
  ['prefer', ['chooses the response', /./]],
  ['idempotency-key', ['repeats the response to the same request', /^(?!GET|HEAD)/]],
  ['x-idempotency-key', ['repeats the response to the same request', /^(?!GET|HEAD)/]],
]);

/** A clause, and the properties of the parameters that it is about. */
type Effect = readonly [does: string, properties: Iterable<string | undefined>];

/** Lists the effects that parameters have whatever the operation does. */
function listCommonEffects(
  { settings, service, webhooks }: Source,
  { operation, behaviour }: Planned,
): readonly Effect[] {
  const { id, method, path } = operation;
  const parameters = expandParameters(operation);
  const place = `${method} ${Object.keys(actionOf(behaviour)).join(' ')}`;
  const headers = parameters.flatMap((one): readonly Effect[] => {
    const [does = '', where] = (one.in === 'header' && headerEffects.get(one.name.toLowerCase())) || [];
    return where?.test(place) === true ? [[does, [readProperty(one)]]] : [];
  });
  const callbacks = (webhooks?.list ?? []).flatMap((one) => (one.operation === id ? (one.expression ?? []) : []));
  const addressed = callbacks.join(' ').matchAll(/\$request\.(?:query|header|path)\.([^\s{}#]+)/g);
  return [
    ['chooses the operation', new URLSearchParams(path.split('?', 2)[1]).keys()],
    ['carries a credential', credentialParameters(service)],
    ['carries a credential', parameters.filter(({ isCredential = false }) => isCredential).map(readProperty)],
    ...headers,
    ['selects fields', [settings.fields]],
    ['indents the JSON of the response', [settings.indents]],
    ['chooses how bytes are sent', (behaviour.media ?? operation.media) ? ['uploadType', 'upload_protocol'] : []],
    ['is part of the address of a callback', Array.from(addressed, ([, name]) => name)],
  ];
}

/** Lists the effects that parameters have for the action of an operation; without one, pages but the first are empty. */
function listActionEffects(
  { settings, resources, operations }: Source,
  { operation, behaviour, parts }: Planned,
): readonly Effect[] {
  const { action, sets = {}, records = [], parents = [], paging = settings.paging ?? {} } = behaviour;
  const { list, perform, insert, by = 'id' } = actionOf(behaviour);
  const { page, offset } = operation.paging?.numbers ?? {};
  const table = tableOf(behaviour);
  const rules = resources.find((one) => one.table === table)?.rules ?? {};
  const isFiltered = list !== undefined || perform !== undefined;
  const filters = Object.entries({ ...behaviour.selectors, ...behaviour.filters }).map(([name, rule]): Effect => {
    const isRead = isFiltered || (rule.selects ?? rule.omits) !== undefined;
    if (isRead) return [describeFilter(rule), [name]];
    return ['needs a token', rule.token === undefined ? [] : [name]];
  });
  if (typeof action !== 'object') {
    const above = findRowAbove(operations, { operation, behaviour });
    return [
      ...filters,
      ['pages', [page ?? offset]],
      ['identifies the row', (above?.params ?? []).map(([, from]) => from)],
    ];
  }
  return [
    ...filters,
    ['sorts', isFiltered ? Object.values(behaviour.filters ?? {}).map(({ direction }) => direction) : []],
    ['pages', isFiltered && paging !== false ? pagingParameters(paging) : []],
    ['selects parts', rules.inferred === true ? [] : [parts?.parameter ?? settings.parts?.parameter]],
    ['names the parent', [...(behaviour.scope ?? rules.scope ?? []), ...parents, rules.id?.within]],
    ['identifies the row', isFiltered || insert !== undefined ? [] : [String(by)]],
    ...Object.entries(sets).map(([name, path]): Effect => [`sets \`${path}\` of the body`, [name]]),
    ['is recorded', listPlaceholders(writeExactly(records)).map((name) => name.replace(/^params\./, ''))],
    [
      `may be read by the capability \`${String(perform)}\``,
      typeof perform === 'string' ? expandParameters(operation).map(readProperty) : [],
    ],
  ];
}

/** Describes what a filter does: ``filters by `colour` ``. */
function describeFilter(rule: FilterRule): string {
  const [member, does = 'filters'] =
    filterEffects.find(([one]) => rule[one] !== undefined && rule[one] !== false) ?? [];
  const value = member === undefined ? undefined : rule[member];
  return typeof value === 'string' && does.endsWith(' by') ? `${does} \`${value}\`` : does;
}

/** What follows from the parameters of an operation. */
interface Effects {
  /** Effects by property. Parameters that are not here are validated, and change nothing. */
  readonly known: ReadonlyMap<string, string>;
  /** Reasons why parameters deliberately have no effect (`x-without-effect`), by property. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Reads from the plan, and from its document, what follows from the parameters of an operation. */
function readEffects(emulator: Source, plan: Planned): Effects {
  const stated = parametersIn(emulator.document ?? {}, plan);
  const reasons = new Map<string, string>();
  for (const one of expandParameters(plan.operation)) {
    const reason = stated.get(one.name)?.['x-without-effect'];
    if (typeof reason === 'string') reasons.set(readProperty(one), reason);
  }
  const known = new Map<string, string>();
  for (const [does, properties] of [...listCommonEffects(emulator, plan), ...listActionEffects(emulator, plan)])
    for (const one of properties) if (one !== undefined && !known.has(one) && !reasons.has(one)) known.set(one, does);
  return { known, reasons };
}

function readProperty({ name, property = name }: OperationParameter): string {
  return property;
}

/** A parameter of an operation, and what follows from its value. */
export interface ExplainedParameter {
  readonly name: string;
  readonly in: string;
  /** A clause without a subject: `sorts`, `none: There are no partners here.` */
  readonly effect: string;
}

/** Says of each declared parameter of an operation what follows from its value; of an object, such as `filter`, from those in it. */
export function explainParameters(emulator: Source, plan: Planned): readonly ExplainedParameter[] {
  const { known, reasons } = readEffects(emulator, plan);
  return expandParameters(plan.operation).map((one) => {
    const property = readProperty(one);
    const reason = reasons.get(property);
    const inner = [...known].flatMap(([name, does]) => (name.startsWith(`${property}.`) ? does : []));
    const effect = known.get(property) ?? ([...new Set(inner)].join(', ') || 'none but validation');
    return { name: one.name, in: one.in, effect: reason === undefined ? effect : `none: ${reason}` };
  });
}

const effectsOfPlans = new WeakMap<OperationPlan, Effects>();

/** Notes the parameters of a call that changed nothing, by their names; those with their default value do not count. */
export function noteIgnored({ plan, emulator, params, notes }: Call): void {
  const effects = effectsOfPlans.get(plan) ?? readEffects(emulator, plan);
  effectsOfPlans.set(plan, effects);
  const { known } = effects;
  for (const [property, value] of Object.entries(params)) {
    const one = expandParameters(plan.operation).find((declared) => readProperty(declared) === property);
    if (known.has(property) || one?.in === 'path' || value === '' || (Array.isArray(value) && value.length === 0))
      continue;
    const schema = plan.parameters && readJsonSchema(plan.parameters);
    const usual = schema && membersAt(schema, [])?.get(property)?.['default'];
    if (usual !== undefined && writeExactly(usual) === writeExactly(value)) continue;
    // A capability can read whatever is sent.
    if (one === undefined && 'perform' in actionOf(plan.behaviour)) continue;
    const inner = isJsonObject(value) ? Object.keys(value) : [];
    const idle = inner.filter((name) => !known.has(`${property}.${name}`));
    const name = one?.name ?? property;
    notes.ignored.push(...(idle.length === inner.length ? [name] : idle.map((part) => `${name}[${part}]`)));
  }
}
