import { expandParameters, type OperationParameter } from '@speccast/runtime';
import type { LimitRule } from '../../plan/behaviour.js';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { capabilityRules } from './capability-rules.js';
import { filterRules } from './filter-rules.js';
import { mediaRules } from './media-rules.js';
import { readAction, findTable, type RuleDraft } from '../../plan/rule.js';

/** The rules of one operation, in the order in which they are checked. */
export function operationRules(plan: OperationPlan, emulator: EmulatorPlan): readonly RuleDraft[] {
  return [
    ...accessRules(plan),
    ...parameterRules(plan, emulator),
    ...bodyRules(plan),
    ...mediaRules(plan),
    ...pathRules(plan),
    ...filterRules(plan),
    ...pagingRules(plan),
    ...limitRules(plan),
    ...capabilityRules(plan, emulator),
    ...targetRules(plan, emulator),
  ];
}

function accessRules({ operation, behaviour }: OperationPlan): readonly RuleDraft[] {
  const needs = operation.auth.map((one) => (typeof one === 'string' ? [one] : one));
  const schemes = [...new Set(needs.flat())].join(' or ');
  const auth: RuleDraft = {
    name: 'auth',
    kind: 'auth',
    status: 401,
    reasons: ['required'],
    location: 'Authorization',
    text: `A call carries a credential: ${schemes}.`,
    fix: `Send ${schemes} with the request.`,
  };
  const unsupported: RuleDraft = {
    name: 'unsupported',
    kind: 'action',
    status: 405,
    reasons: ['methodNotSupported'],
    text: 'The operation is not supported any more.',
    fix: 'Do without this operation.',
  };
  return [
    ...(needs.length === 0 || needs.some((one) => one.length === 0) ? [] : [auth]),
    ...(behaviour.action === 'unsupported' ? [unsupported] : []),
  ];
}

/** Rules for the types and enums of parameters. */
function parameterRules(plan: OperationPlan, { service }: EmulatorPlan): readonly RuleDraft[] {
  const common = new Set(expandParameters(service).map(({ name }) => name));
  if (plan.behaviour.action === 'unsupported') return [];
  return expandParameters(plan.operation).flatMap((parameter): RuleDraft[] =>
    common.has(parameter.name) || parameter.in === 'path' ? [] : parameterRule(plan, parameter),
  );
}

function parameterRule({ enforced }: OperationPlan, parameter: OperationParameter): RuleDraft[] {
  const { name, property = name, type = 'string', required = false } = parameter;
  const isEnforced = enforced === undefined || enforced.includes(property);
  const isTyped = ['integer', 'number', 'boolean', 'object'].includes(String(type));
  if (!isEnforced || !(isTyped || required)) return [];
  const must = isEnforced && required ? 'is there and ' : '';
  const text = `The parameter ${name} ${must}has to be a value of type ${String(type)} that its schema allows.`;
  return [
    {
      name: `parameters/${name}`,
      kind: 'parameter',
      status: 400,
      reasons: ['required', 'invalidParameter'],
      want: 'message',
      location: name,
      parameter: property,
      text,
      fix: `Send a good ${name}.`,
    },
  ];
}

function bodyRules({ operation, body, behaviour }: OperationPlan): readonly RuleDraft[] {
  if (behaviour.action === 'unsupported') return [];
  const types = operation.media?.mediaTypes ?? operation.body?.map(({ mediaType }) => mediaType);
  const rules: RuleDraft[] = [];
  if (types !== undefined && !types.includes('*/*'))
    rules.push({
      name: 'body/type',
      kind: 'body',
      status: 415,
      text: `The body is of type ${types.join(', ')}.`,
      fix: 'Send another Content-Type, and a body of that type.',
    });
  if (operation.bodyRequired === true && operation.media === undefined)
    rules.push({
      name: 'body/required',
      kind: 'body',
      status: 400,
      reasons: ['required'],
      location: 'body',
      text: 'The request has a body.',
      fix: 'Send a body.',
    });
  if (body !== undefined)
    rules.push({
      name: 'body',
      kind: 'body',
      status: 400,
      reasons: ['required', 'invalidValue', 'invalidBody'],
      locationType: 'body',
      want: 'message',
      text: 'The body matches its schema.',
      fix: 'Send a body that matches the schema of the operation.',
    });
  return rules;
}

/** The rules of `x-requires` and `x-refuses` for the body. */
function pathRules({ behaviour }: OperationPlan): readonly RuleDraft[] {
  const required = Object.entries(behaviour.requires ?? {}).map(([paths, reason]): RuleDraft => {
    const names = paths.replaceAll('|', ' or ');
    const text = `The request has ${names}.`;
    return {
      name: `requires/${paths}`,
      kind: 'body',
      status: 400,
      reasons: [reason],
      location: names,
      text,
      fix: `Send ${names}.`,
    };
  });
  const forbidden = Object.entries(behaviour.refuses ?? {}).map(([path, reason]): RuleDraft => {
    const text = `The request does not have ${path}.`;
    return {
      name: `refuses/${path}`,
      kind: 'body',
      status: 400,
      reasons: [reason],
      location: path,
      path,
      text,
      fix: `Leave out ${path}.`,
    };
  });
  return [...required, ...forbidden];
}

function pagingRules({ behaviour: { paging } }: OperationPlan): readonly RuleDraft[] {
  if (paging === undefined || paging === false) return [];
  const { size, token, max, after, before } = paging;
  const keys = after === undefined ? [] : [after, before ?? after];
  return [
    ...pagingDrafts(size, token, max),
    ...[...new Set(keys)].map((name): RuleDraft => ({
      name: `paging/${name}`,
      kind: 'paging',
      status: 400,
      reasons: ['invalidParameter'],
      location: name,
      parameter: name,
      text: `The parameter ${name} names something in the list.`,
      fix: `Take ${name} from an answer to the same request, or leave it out to begin at the first page.`,
    })),
  ];
}

/** The rules of the paging parameters. */
export function pagingDrafts(size = 'maxResults', token = 'pageToken', max = 50): readonly RuleDraft[] {
  return [
    {
      name: 'paging/size',
      kind: 'paging',
      status: 400,
      reasons: ['invalidParameter'],
      location: size,
      parameter: size,
      text: `The parameter ${size} is a whole number from 0 to ${max}.`,
      fix: `Send a number from 0 to ${max} as ${size}, or leave it out.`,
    },
    {
      name: 'paging/token',
      kind: 'paging',
      status: 400,
      reasons: ['invalidPageToken'],
      location: token,
      parameter: token,
      text: `The parameter ${token} is the token of a page of the same list.`,
      fix: `Take ${token} from an answer to the same request, or leave it out to begin at the first page.`,
    },
  ];
}

function limitRules({ behaviour: { limit, errors, action } }: OperationPlan): readonly RuleDraft[] {
  // Array.isArray does not narrow readonly arrays away from the other case.
  const all = limit === undefined ? [] : Array.isArray(limit) ? (limit as readonly LimitRule[]) : [limit as LimitRule];
  const limits = all.map(({ atMost, of, per, reason = 'limitExceeded', status = 403 }): RuleDraft => {
    const text = `There are at most ${atMost} entries of ${of} with the same ${per}.`;
    return {
      name: `limit/${reason}`,
      kind: 'limit',
      got: `${atMost + 1} entries`,
      status,
      reasons: [reason],
      text,
      fix: `Delete an entry of ${of} first.`,
    };
  });
  const unique = typeof action === 'object' && 'insert' in action ? action['unique'] : undefined;
  if (!Array.isArray(unique)) return limits;
  const reason = errors?.duplicate ?? 'duplicate';
  const text = `No two entries have the same ${unique.join(' and ')}.`;
  return [
    ...limits,
    {
      name: 'unique',
      kind: 'unique',
      got: 'such an entry again',
      reasons: [reason],
      text,
      fix: 'Use the entry that is there, or send other values.',
    },
  ];
}

/** The rules for the row of a call: it is named, exists, and belongs to the caller. */
function targetRules(plan: OperationPlan, emulator: EmulatorPlan): readonly RuleDraft[] {
  const action = readAction(plan.behaviour);
  const table = findTable(plan.behaviour);
  if (table === undefined || action['list'] !== undefined || action['insert'] !== undefined) return [];
  const by = typeof action['by'] === 'string' ? action['by'] : 'id';
  const inPath = expandParameters(plan.operation).some((one) => one.in === 'path' && (one.property ?? one.name) === by);
  const isCallers = table === emulator.settings.caller?.table;
  const rules = emulator.resources.find((one) => one.table === table)?.rules;
  const owned = action['get'] === undefined && (isCallers || rules?.owner !== undefined);
  const named: RuleDraft = {
    name: 'target/required',
    kind: 'target',
    status: 400,
    location: by,
    text: `The request says with ${by} which entry of ${table} it is about.`,
    fix: `Send the ${by} of an entry of ${table}.`,
  };
  const there: RuleDraft = {
    name: 'target',
    kind: 'target',
    status: 404,
    location: '',
    subject: by,
    text: `The entry of ${table} that the request names is there.`,
    fix: `Send the ${by} of an entry of ${table} that is there and that the caller may see.`,
  };
  const own: RuleDraft = {
    name: 'owner',
    kind: 'owner',
    status: 403,
    location: '',
    got: 'another caller',
    text: `The entry of ${table} belongs to the caller.`,
    fix: `Send the token of the owner, or name an entry of ${table} of the caller's own.`,
  };
  return [...(inPath || isCallers ? [] : [named]), there, ...(owned ? [own] : [])];
}
