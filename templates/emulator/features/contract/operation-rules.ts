import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { readAction, type RuleDrafts, findTable } from '../../plan/rule.js';
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
    ...Object.entries(refuses).map(([path, reason]) => draftRule('refuses/{path}', { path, reason }, { path })),
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
      draftRule('selectors', { names: names.join(', '), choice: names.join(' or ') }, { got: 'none of them' }),
    ...all.flatMap(([kind, parameter, { token, values, table, column, status = 404, reason, owned }]) => {
      const about = { kind, parameter, table, status };
      const members = { parameter };
      const condition = Array.isArray(token) ? ` with the value ${token.join(' or ')}` : '';
      const listed = { values: values?.join(', '), suffix: table === undefined ? '' : '/values' };
      const named = { key: column === undefined ? 'the id' : `the ${column}`, reason: reason ?? 'notFound' };
      return [
        token && draftRule('{kind}s/{parameter}/token', { ...about, condition }, members),
        values &&
          draftRule(
            '{kind}s/{parameter}{suffix}',
            { ...about, ...listed, reason: reason ?? 'invalidParameter' },
            members,
          ),
        table !== undefined && draftRule('{kind}s/{parameter}', { ...about, ...named }, members),
        owned && draftRule('{kind}s/{parameter}/owned', about, members),
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
    ...[...keys].map((parameter) => draftRule('paging/{parameter}', { parameter }, { parameter })),
  ];
}

/** Lists the rules of the paging parameters. */
export function pagingDrafts(size = 'maxResults', token = 'pageToken', max = 50): RuleDrafts {
  return [
    draftRule('paging/size', { parameter: size, max }, { parameter: size }),
    draftRule('paging/token', { parameter: token }, { parameter: token }),
  ];
}

function limitRules({ behaviour }: OperationPlan): RuleDrafts {
  const { insert, unique } = readAction(behaviour);
  const reason = behaviour.errors?.duplicate ?? 'duplicate';
  return [
    ...[behaviour.limit ?? []].flat().map(({ atMost, of, per, ...error }) => {
      const values = { reason: 'limitExceeded', status: 403, ...error, atMost, of, per };
      return draftRule('limit/{reason}', values, { got: `${atMost + 1} entries` });
    }),
    insert !== undefined &&
      Array.isArray(unique) &&
      draftRule('unique', { reason, paths: unique.join(' and ') }, { got: 'such an entry again' }),
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
    get === undefined && (isCallers || owner !== undefined) && draftRule('owner', { table }, { got: 'another caller' }),
  ];
}
