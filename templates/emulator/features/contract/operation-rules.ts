import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan, ResourcePlan } from '../../plan/plan.js';
import { type RuleDrafts, findTable, readAction } from '../../plan/rule.js';
import { draftRule } from './draft-rule.js';

/** Lists the rules of one operation, in the order in which they are checked. */
export function operationRules(plan: OperationPlan, emulator: EmulatorPlan): RuleDrafts {
  const { operation, behaviour } = plan;
  const { requires = {}, refuses = {} } = behaviour;
  const alternatives = operation.auth.map((one) => [one].flat());
  const schemes = [...new Set(alternatives.flat())].join(' or ');
  const { perform } = readAction(behaviour);
  const { capabilities } = emulator;
  const errors = Object.hasOwn(capabilities, String(perform)) ? capabilities[String(perform)]?.errors : undefined;
  const isSupported = behaviour.action !== 'unsupported';
  return [
    alternatives.length > 0 && alternatives.every((one) => one.length > 0) && draftRule('auth', { schemes }),
    ...(isSupported ? [...parameterRules(plan, emulator), ...bodyRules(plan)] : [draftRule('unsupported')]),
    ...mediaRules(plan),
    ...Object.entries(requires).map(([paths, reason]) =>
      draftRule('requires/{paths}', { paths, reason, choice: paths.replaceAll('|', ' or ') }),
    ),
    ...Object.entries(refuses).map(([path, reason]) => draftRule('refuses/{path}', { path, reason })),
    ...filterRules(plan),
    ...pagingRules(plan),
    ...limitRules(plan),
    // The errors that a capability declares; one rule for all if it declares none.
    ...(typeof perform === 'string' ? (errors ?? [draftRule('action/{name}', { name: perform })]) : []),
    ...targetRules(plan, emulator),
  ];
}

/** Lists the rules for the types and enums of parameters. */
function parameterRules({ operation, enforced }: OperationPlan, { service }: EmulatorPlan): RuleDrafts {
  const common = new Set(expandParameters(service).map(({ name }) => name));
  return expandParameters(operation).map((parameter) => {
    const { name, property = name, type = 'string', required = false } = parameter;
    const isTyped = ['integer', 'number', 'boolean', 'object'].includes(String(type));
    const isChecked = (enforced?.includes(property) ?? true) && (isTyped || required);
    if (!isChecked || parameter.in === 'path' || common.has(name)) return false;
    const values = { name, type: String(type), presence: required ? 'is there and ' : '' };
    return draftRule('parameters/{name}', values, { want: 'message', parameter: property });
  });
}

function bodyRules({ operation, body }: OperationPlan): RuleDrafts {
  const { media, bodyRequired } = operation;
  const types = media?.mediaTypes ?? operation.body?.map(({ mediaType }) => mediaType) ?? ['*/*'];
  return [
    !types.includes('*/*') && draftRule('body/type', { types: types.join(', ') }),
    bodyRequired === true && media === undefined && draftRule('body/required'),
    body && draftRule('body', {}, { locationType: 'body', want: 'message' }),
  ];
}

/** Lists the rules for uploaded bytes. */
function mediaRules({ operation, behaviour: { media = {} } }: OperationPlan): RuleDrafts {
  const { maxBytes, image, required = operation.media?.required } = media;
  const { ratio, minWidth = 0, minHeight = 0, reason = 'invalidImage' } = image ?? {};
  return [
    (image ?? required) && draftRule('media/required', { reason: media.reason ?? 'mediaBodyRequired' }),
    maxBytes !== undefined && draftRule('media/maxBytes', { maxBytes }),
    image && draftRule('media/image', { reason }),
    ratio !== undefined && draftRule('media/image/ratio', { reason, ratio }),
    minWidth + minHeight > 0 && draftRule('media/image/size', { reason, smallest: `${minWidth}x${minHeight}` }),
  ];
}

/** Lists the rules of the parameters that select rows: the credential, the values, the row that one names, and its owner. */
function filterRules({ behaviour }: OperationPlan): RuleDrafts {
  const { selectors = {}, filters = {} } = behaviour;
  const { list, perform } = readAction(behaviour);
  const names = Object.keys(selectors);
  const all = [
    ...Object.entries(selectors).map((entry) => ['selector', ...entry] as const),
    ...Object.entries(filters).map((entry) => ['filter', ...entry] as const),
  ];
  return [
    list !== undefined &&
      perform === undefined &&
      names.length > 0 &&
      draftRule('selectors', { names: names.join(', '), choice: names.join(' or ') }),
    ...all.flatMap(([kind, parameter, { token, values, table, column, status = 404, reason, owned }]) => {
      const about = { kind, parameter, table, status };
      const condition = Array.isArray(token) ? ` with the value ${token.join(' or ')}` : '';
      const listed = { values: values?.join(', '), suffix: table === undefined ? '' : '/values' };
      const named = { key: column === undefined ? 'the id' : `the ${column}`, reason: reason ?? 'notFound' };
      return [
        token && draftRule('{kind}s/{parameter}/token', { ...about, condition }),
        values &&
          draftRule('{kind}s/{parameter}{suffix}', { ...about, ...listed, reason: reason ?? 'invalidParameter' }),
        table !== undefined && draftRule('{kind}s/{parameter}', { ...about, ...named }),
        owned && draftRule('{kind}s/{parameter}/owned', about),
      ];
    }),
  ];
}

function pagingRules({ behaviour: { paging } }: OperationPlan): RuleDrafts {
  if (!paging) return [];
  const { size, token, max, after, before } = paging;
  const keys = after === undefined ? [] : new Set([after, before ?? after]);
  return [
    ...pagingDrafts(size, token, max),
    ...[...keys].map((parameter) => draftRule('paging/{parameter}', { parameter })),
  ];
}

/** Lists the rules of the paging parameters. */
export function pagingDrafts(size = 'maxResults', token = 'pageToken', max = 50): RuleDrafts {
  return [
    draftRule('paging/size', { parameter: size, max }),
    draftRule('paging/token', { parameter: token }),
  ];
}

function limitRules({ behaviour }: OperationPlan): RuleDrafts {
  const { insert, unique } = readAction(behaviour);
  const reason = behaviour.errors?.duplicate ?? 'duplicate';
  return [
    ...[behaviour.limit ?? []]
      .flat()
      .map((limit) =>
        draftRule('limit/{reason}', { reason: 'limitExceeded', status: 403, ...limit, more: limit.atMost + 1 }),
      ),
    insert !== undefined &&
      Array.isArray(unique) &&
      draftRule('unique', { reason, paths: unique.join(' and ') }),
  ];
}

/** Lists the rules for the row of a call: the request names it, it exists, and it belongs to the caller. */
function targetRules({ behaviour, operation }: OperationPlan, { settings, resources }: EmulatorPlan): RuleDrafts {
  const { list, insert, get, by = 'id' } = readAction(behaviour);
  const table = findTable(behaviour);
  if (table === undefined || list !== undefined || insert !== undefined) return [];
  const key = typeof by === 'string' ? by : 'id';
  const inPath = expandParameters(operation).some((one) => one.in === 'path' && (one.property ?? one.name) === key);
  const isCallers = table === settings.caller?.table;
  const { owner } = resources.find((one) => one.table === table)?.rules ?? {};
  return [
    !inPath && !isCallers && draftRule('target/required', { key, table }),
    draftRule('target', { key, table }, { subject: key }),
    get === undefined && (isCallers || owner !== undefined) && draftRule('owner', { table }),
  ];
}

/** Lists the rules of one table. Rules for writing are included only if callers can write its rows. */
export function tableRules({ table, rules }: ResourcePlan, { operations }: EmulatorPlan): RuleDrafts {
  const { visibility = [], enums = {}, references = [], owner, order, closed, errors } = rules;
  const writes = operations
    .map(({ behaviour }) => readAction(behaviour))
    .filter((one) => one['perform'] === undefined && [one['insert'], one['update'], one['delete']].includes(table));
  const isStored = writes.some((action) => action['delete'] === undefined);
  const stored: RuleDrafts = [
    ...Object.entries(enums).map(([path, values]) =>
      draftRule('enums/{path}', { table, path, values: values.join(', ') }),
    ),
    ...references.flatMap(({ path, table: other, column, owned, status = 404, reason = errors?.notFound }) => {
      if (path === owner) return [];
      const key = column === undefined ? 'the id' : `the ${column}`;
      const values = { table, path, other, key, status, reason: reason ?? 'notFound' };
      return [
        draftRule('references/{path}', values),
        owned && draftRule('references/{path}/owned', values),
      ];
    }),
    order &&
      draftRule('order', {
        path: order.position,
        within: order.within,
        reason: order.reason ?? 'invalidPosition',
      }),
  ];
  return [
    ...visibility.map((rule, index) => {
      const { through, lacks, path, oneOf = [], unless } = rule;
      let condition = `it has no ${lacks}`;
      if (lacks === undefined)
        condition =
          path === undefined
            ? `the entry of ${rule.table ?? table} that its ${through ?? 'id'} names is seen`
            : `${path}${through === undefined ? '' : ` of what its ${through} names`} is ${oneOf.join(' or ')}`;
      const exception = unless === undefined ? '' : `, or by its ${unless}`;
      return draftRule('visibility/{index}', { table, index, condition, exception }, { hides: rule });
    }),
    ...(isStored ? stored : []),
    writes.length > 0 &&
      closed &&
      draftRule('closed', { table, status: closed.status ?? 403, reason: closed.reason ?? 'forbidden' }),
  ];
}

const requestRules = ['route', 'method', 'size', 'json', 'multipart'] as const;

const uploadRules = ['announced', 'session', 'expired', 'completed', 'method', 'range', 'chunk'] as const;

/** Lists the rules of all operations. */
export function serviceRules({ operations, service, settings }: EmulatorPlan): RuleDrafts {
  const { fields, paging } = settings;
  const schemes = Object.values(service.security);
  const actions = operations.map(({ behaviour }) => readAction(behaviour));
  const hasLists = operations.some(
    ({ behaviour }) => behaviour.paging === undefined && readAction(behaviour)['list'] !== undefined,
  );
  return [
    ...requestRules.map((name) => draftRule(name)),
    draftRule('parameters', {}, { want: 'message' }),
    operations.some(({ operation: { body } }) => body?.some(({ kind }) => kind === 'xml')) && draftRule('xml'),
    schemes.some(({ kind }) => kind === 'apiKey') && draftRule('auth/key'),
    schemes.some(({ kind }) => kind !== 'apiKey') && draftRule('auth/token'),
    fields !== undefined && draftRule('fields', { parameter: fields }),
    ...(paging && hasLists ? pagingDrafts(paging.size, paging.token, paging.max ?? paging.default) : []),
    actions.some((action) => (action['update'] ?? action['delete']) !== undefined) && draftRule('ifMatch'),
    ...(operations.some(({ behaviour }) => behaviour.media?.resumable === true)
      ? uploadRules.map((name) => draftRule(`upload/${name}`))
      : []),
  ];
}
