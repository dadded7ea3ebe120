import { isJsonObject } from '@speccast/runtime';
import { credentialParameters, readJsonSchema, writeExactly } from '@speccast/runtime/requests';
import { membersAt } from '../../values/members-at.js';
import { readAction, findTable } from '../rule.js';
import { listParameters, readProperties } from './document-parts.js';
import { listPlaceholders } from '../../values/fill-template.js';
import { findRowAbove } from './row-above.js';
import type { Call, EmulatorPlan, OperationPlan } from '../plan.js';
import { readOnce } from '../read-once.js';
import { pagingParameters } from './declared-response.js';

type Planned = Pick<OperationPlan, 'operation' | 'behaviour' | 'parts'>;

/** The parts of a plan that decide the effects of parameters. */
type Source = Pick<EmulatorPlan, 'settings' | 'resources' | 'service' | 'webhooks' | 'document'> & {
  readonly operations: readonly Planned[];
};

/** Effects of filters by members of their rules; the first member that is set counts. */
const filterEffects: Readonly<Record<string, string>> = {
  ids: 'selects rows by their keys',
  sorts: 'sorts',
  descending: 'sorts by',
  search: 'searches',
  newest: 'sorts by',
  orders: 'sorts',
  localizes: 'translates',
  escapes: 'chooses how texts are written',
  resizes: 'sets the size of a player',
  equals: 'filters by the caller',
  expression: 'filters by an expression',
  selects: 'selects fields',
  omits: 'selects fields',
  path: 'filters by',
  under: 'filters by the parent',
  refers: 'filters by the parent',
  excludes: 'leaves out by',
  related: 'filters by the rows of the caller',
  table: 'has to name an existing row',
};

/** Effects of headers, and the actions or methods that they apply to. */
const headerEffects: readonly (readonly [header: RegExp, does: string, where: RegExp])[] = [
  [/^accept$/i, 'chooses the media type', /./],
  [/^authorization$/i, 'carries a credential', /./],
  [/^content-(?:type|encoding|length)$/i, 'describes the body', /./],
  [/^if-match$/i, 'is a condition', /update|delete|perform/],
  [/^if-none-match$/i, 'is a condition', /^(?:GET|HEAD)|insert|update|delete/],
  [/^prefer$/i, 'chooses the response', /./],
  [/^(?:x-)?idempotency-key$/i, 'repeats the response to the same request', /^(?!GET|HEAD)/],
];

/** A clause such as `sorts`, and the properties of the parameters that do so. */
type Effect = readonly [does: string, properties: Iterable<string | undefined>];

/** Lists the effects of parameters that do not depend on the action of the operation. */
function listCommonEffects(
  { settings, service, webhooks }: Source,
  { operation, behaviour }: Planned,
): readonly Effect[] {
  const { id, method, path } = operation;
  const parameters = [...readProperties(operation)];
  const place = `${method} ${Object.keys(readAction(behaviour)).join(' ')}`;
  const headers = headerEffects.map(([header, does, where]): Effect => {
    const isRead = where.test(place);
    return [
      does,
      parameters.flatMap(([property, one]) => (isRead && one.in === 'header' && header.test(one.name) ? property : [])),
    ];
  });
  const addresses = webhooks?.list.map((one) => (one.operation === id ? one.expression : '')).join(' ') ?? '';
  const addressed = addresses.matchAll(/\$request\.(?:query|header|path)\.([^\s{}#]+)/g);
  return [
    ['chooses the operation', new URLSearchParams(path.split('?', 2)[1]).keys()],
    ['carries a credential', credentialParameters(service)],
    [
      'carries a credential',
      parameters.flatMap(([property, { isCredential = false }]) => (isCredential ? property : [])),
    ],
    ...headers,
    ['selects fields', [settings.fields]],
    ['indents the JSON of the response', [settings.indents]],
    ['chooses how bytes are sent', (behaviour.media ?? operation.media) ? ['uploadType', 'upload_protocol'] : []],
    ['is part of the address of a callback', Array.from(addressed, ([, name]) => name)],
  ];
}

/** Lists the effects that parameters have for the action of an operation. Without an action, all pages but the first are empty. */
function listActionEffects(
  { settings, resources, operations }: Source,
  { operation, behaviour, parts }: Planned,
): readonly Effect[] {
  const { action, sets = {}, records = [], parents = [], paging = settings.paging ?? {} } = behaviour;
  const { list, perform, insert, by = 'id' } = readAction(behaviour);
  const { page, offset } = operation.paging?.numbers ?? {};
  const table = findTable(behaviour);
  const rules = resources.find((one) => one.table === table)?.rules ?? {};
  const isFiltered = list !== undefined || perform !== undefined;
  const filters = Object.entries({ ...behaviour.selectors, ...behaviour.filters }).map(([name, rule]): Effect => {
    const isRead = isFiltered || (rule.selects ?? rule.omits) !== undefined;
    if (!isRead) return ['needs a token', rule.token === undefined ? [] : [name]];
    const members: Readonly<Record<string, unknown>> = { ...rule };
    const set = Object.entries(filterEffects).find(([one]) => (members[one] ?? false) !== false);
    const [member = '', does = 'filters'] = set ?? [];
    const value = members[member];
    return [typeof value === 'string' && does.endsWith(' by') ? `${does} \`${value}\`` : does, [name]];
  });
  if (typeof action !== 'object') {
    const { params = [] } = findRowAbove(operations, { operation, behaviour }) ?? {};
    return [...filters, ['pages', [page ?? offset]], ['identifies the row', params.map(([, from]) => from)]];
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
      typeof perform === 'string' ? readProperties(operation).keys() : [],
    ],
  ];
}

/** Prefix of the reason why a parameter has no effect (`x-without-effect`): `none: There are no partners here.` */
const without = 'none: ';

/** Reads the effects of the parameters of an operation, by property: `{ limit: 'pages' }`. Parameters that are not listed are only validated. */
const readEffects = readOnce((plan: Planned, emulator: Source) => {
  const stated = listParameters(emulator.document ?? {}, plan);
  const effects = new Map<string, string>();
  for (const [property, { name }] of readProperties(plan.operation)) {
    const reason = stated.get(name)?.['x-without-effect'];
    if (typeof reason === 'string') effects.set(property, without + reason);
  }
  for (const [does, properties] of [...listCommonEffects(emulator, plan), ...listActionEffects(emulator, plan)])
    for (const one of properties) if (one !== undefined && !effects.has(one)) effects.set(one, does);
  return effects;
});

/** A parameter of an operation, and its effect. */
export interface ExplainedParameter {
  readonly name: string;
  readonly in: string;
  /** A clause without a subject: `sorts`, `none: There are no partners here.` */
  readonly effect: string;
}

/** Describes the effect of each declared parameter of an operation; of an object such as `filter`, the effects of its members. */
export function explainParameters(emulator: Source, plan: Planned): readonly ExplainedParameter[] {
  const effects = readEffects(plan, emulator);
  return Array.from(readProperties(plan.operation), ([property, one]) => {
    const inner = [...effects].filter(([name]) => name.startsWith(`${property}.`)).map(([, does]) => does);
    const effect = effects.get(property) ?? ([...new Set(inner)].join(', ') || 'none but validation');
    return { name: one.name, in: one.in, effect };
  });
}

/** Notes the names of the parameters of a call that had no effect. A parameter with its default value is not noted. */
export function noteIgnored({ plan, emulator, params, notes }: Call): void {
  const effects = readEffects(plan, emulator);
  const isKnown = (name: string) => effects.get(name)?.startsWith(without) === false;
  for (const [property, value] of Object.entries(params)) {
    const one = readProperties(plan.operation).get(property);
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
    // A capability can read any parameter that is not declared.
    const isRead = one ? one.in === 'path' : 'perform' in readAction(plan.behaviour);
    if (isKnown(property) || isEmpty || isRead) continue;
    const schema = plan.parameters && readJsonSchema(plan.parameters);
    const usual = schema && membersAt(schema, [])?.get(property)?.['default'];
    if (usual !== undefined && writeExactly(usual) === writeExactly(value)) continue;
    const inner = isJsonObject(value) ? Object.keys(value) : [];
    const idle = inner.filter((name) => !isKnown(`${property}.${name}`));
    const name = one?.name ?? property;
    notes.ignored.push(...(idle.length === inner.length ? [name] : idle.map((part) => `${name}[${part}]`)));
  }
}
