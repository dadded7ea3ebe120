import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { readAction, type RuleDraft, type RuleDrafts, findTable } from '../../plan/rule.js';
import { filterRules } from './filter-rules.js';
import { mediaRules } from './media-rules.js';

/** Lists the rules of one operation, in the order in which they are checked. */
export function operationRules(plan: OperationPlan, emulator: EmulatorPlan): RuleDrafts {
  const isSupported = plan.behaviour.action !== 'unsupported';
  return [
    ...accessRules(plan),
    ...(isSupported ? [...parameterRules(plan, emulator), ...bodyRules(plan)] : []),
    ...mediaRules(plan),
    ...pathRules(plan),
    ...filterRules(plan),
    ...pagingRules(plan),
    ...limitRules(plan),
    ...capabilityRules(plan, emulator),
    ...targetRules(plan, emulator),
  ];
}

function accessRules({ operation, behaviour }: OperationPlan): RuleDrafts {
  const alternatives = operation.auth.map((one) => [one].flat());
  const schemes = [...new Set(alternatives.flat())].join(' or ');
  return [
    alternatives.length > 0 &&
      alternatives.every((one) => one.length > 0) && {
        name: 'auth',
        kind: 'auth',
        status: 401,
        reasons: ['required'],
        location: 'Authorization',
        text: `A call carries a credential: ${schemes}.`,
        fix: `Send ${schemes} with the request.`,
      },
    behaviour.action === 'unsupported' && {
      name: 'unsupported',
      kind: 'action',
      status: 405,
      reasons: ['methodNotSupported'],
      text: 'The operation is not supported any more.',
      fix: 'Do without this operation.',
    },
  ];
}

/** Lists the rules for the types and enums of parameters. */
function parameterRules({ operation, enforced }: OperationPlan, { service }: EmulatorPlan): RuleDrafts {
  const common = new Set(expandParameters(service).map(({ name }) => name));
  return expandParameters(operation).map((parameter): RuleDraft | false => {
    const { name, property = name, type = 'string', required = false } = parameter;
    const isTyped = ['integer', 'number', 'boolean', 'object'].includes(String(type));
    const isChecked = (enforced?.includes(property) ?? true) && (isTyped || required);
    return (
      isChecked &&
      parameter.in !== 'path' &&
      !common.has(name) && {
        name: `parameters/${name}`,
        kind: 'parameter',
        status: 400,
        reasons: ['required', 'invalidParameter'],
        want: 'message',
        location: name,
        parameter: property,
        text: `The parameter ${name} ${required ? 'is there and ' : ''}has to be a value of type ${String(type)} that its schema allows.`,
        fix: `Send a good ${name}.`,
      }
    );
  });
}

function bodyRules({ operation, body }: OperationPlan): RuleDrafts {
  const { media, bodyRequired } = operation;
  const types = media?.mediaTypes ?? operation.body?.map(({ mediaType }) => mediaType) ?? ['*/*'];
  return [
    !types.includes('*/*') && {
      name: 'body/type',
      kind: 'body',
      status: 415,
      text: `The body is of type ${types.join(', ')}.`,
      fix: 'Send another Content-Type, and a body of that type.',
    },
    bodyRequired === true &&
      media === undefined && {
        name: 'body/required',
        kind: 'body',
        status: 400,
        reasons: ['required'],
        location: 'body',
        text: 'The request has a body.',
        fix: 'Send a body.',
      },
    body && {
      name: 'body',
      kind: 'body',
      status: 400,
      reasons: ['required', 'invalidValue', 'invalidBody'],
      locationType: 'body',
      want: 'message',
      text: 'The body matches its schema.',
      fix: 'Send a body that matches the schema of the operation.',
    },
  ];
}

/** Lists the rules of `x-requires` and `x-refuses` for the body. */
function pathRules({ behaviour: { requires = {}, refuses = {} } }: OperationPlan): RuleDrafts {
  const base = { kind: 'body', status: 400 } as const;
  return [
    ...Object.entries(requires).map(([paths, reason]): RuleDraft => {
      const location = paths.replaceAll('|', ' or ');
      return {
        ...base,
        name: `requires/${paths}`,
        reasons: [reason],
        location,
        text: `The request has ${location}.`,
        fix: `Send ${location}.`,
      };
    }),
    ...Object.entries(refuses).map(([path, reason]): RuleDraft => ({
      ...base,
      name: `refuses/${path}`,
      reasons: [reason],
      location: path,
      path,
      text: `The request does not have ${path}.`,
      fix: `Leave out ${path}.`,
    })),
  ];
}

function pagingRules({ behaviour: { paging } }: OperationPlan): RuleDrafts {
  if (!paging) return [];
  const { size, token, max, after, before } = paging;
  const keys = after === undefined ? [] : [...new Set([after, before ?? after])];
  return [
    ...pagingDrafts(size, token, max),
    ...keys.map((name): RuleDraft => ({
      ...pagingRule(name),
      name: `paging/${name}`,
      text: `The parameter ${name} names something in the list.`,
    })),
  ];
}

/** Lists the rules of the paging parameters. */
export function pagingDrafts(size = 'maxResults', token = 'pageToken', max = 50): RuleDrafts {
  return [
    {
      ...pagingRule(size),
      name: 'paging/size',
      text: `The parameter ${size} is a whole number from 0 to ${max}.`,
      fix: `Send a number from 0 to ${max} as ${size}, or leave it out.`,
    },
    {
      ...pagingRule(token),
      name: 'paging/token',
      reasons: ['invalidPageToken'],
      text: `The parameter ${token} is the token of a page of the same list.`,
    },
  ];
}

/** Returns the common members of the rules of a parameter such as `pageToken`. */
function pagingRule(parameter: string): Omit<RuleDraft, 'name' | 'text'> {
  return {
    kind: 'paging',
    status: 400,
    reasons: ['invalidParameter'],
    location: parameter,
    parameter,
    fix: `Take ${parameter} from an answer to the same request, or leave it out to begin at the first page.`,
  };
}

function limitRules({ behaviour }: OperationPlan): RuleDrafts {
  const { insert, unique } = readAction(behaviour);
  return [
    ...[behaviour.limit ?? []].flat().map(({ atMost, of, per, reason = 'limitExceeded', status = 403 }): RuleDraft => ({
      name: `limit/${reason}`,
      kind: 'limit',
      got: `${atMost + 1} entries`,
      status,
      reasons: [reason],
      text: `There are at most ${atMost} entries of ${of} with the same ${per}.`,
      fix: `Delete an entry of ${of} first.`,
    })),
    insert !== undefined &&
      Array.isArray(unique) && {
        name: 'unique',
        kind: 'unique',
        got: 'such an entry again',
        reasons: [behaviour.errors?.duplicate ?? 'duplicate'],
        text: `No two entries have the same ${unique.join(' and ')}.`,
        fix: 'Use the entry that is there, or send other values.',
      },
  ];
}

/** Lists the errors of the capability that an operation leaves its work to; one rule for all if it declares none. */
function capabilityRules({ behaviour }: OperationPlan, { capabilities }: EmulatorPlan): RuleDrafts {
  const { perform: name } = readAction(behaviour);
  if (typeof name !== 'string') return [];
  const errors = Object.hasOwn(capabilities, name) ? capabilities[name]?.errors : undefined;
  return (
    errors ?? [
      {
        name: `action/${name}`,
        kind: 'action',
        text: `What ${name} asks for is fulfilled.`,
        fix: 'Change what the message names.',
      },
    ]
  );
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
    !inPath &&
      !isCallers && {
        name: 'target/required',
        kind: 'target',
        status: 400,
        location: key,
        text: `The request says with ${key} which entry of ${table} it is about.`,
        fix: `Send the ${key} of an entry of ${table}.`,
      },
    {
      name: 'target',
      kind: 'target',
      status: 404,
      location: '',
      subject: key,
      text: `The entry of ${table} that the request names is there.`,
      fix: `Send the ${key} of an entry of ${table} that is there and that the caller may see.`,
    },
    get === undefined &&
      (isCallers || owner !== undefined) && {
        name: 'owner',
        kind: 'owner',
        status: 403,
        location: '',
        got: 'another caller',
        text: `The entry of ${table} belongs to the caller.`,
        fix: `Send the token of the owner, or name an entry of ${table} of the caller's own.`,
      },
  ];
}
