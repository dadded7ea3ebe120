import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan } from '../../plan/plan.js';
import { readAction, type RuleDraft, type RuleDrafts, findTable } from '../../plan/rule.js';
import { draftRule } from './draft-rule.js';

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
        ...draftRule(
          'auth',
          '401 required',
          `A call carries a credential: ${schemes}.`,
          `Send ${schemes} with the request.`,
        ),
        location: 'Authorization',
      },
    behaviour.action === 'unsupported' &&
      draftRule(
        'unsupported',
        '405 methodNotSupported',
        'The operation is not supported any more.',
        'Do without this operation.',
      ),
  ];
}

/** Lists the rules for the types and enums of parameters. */
function parameterRules({ operation, enforced }: OperationPlan, { service }: EmulatorPlan): RuleDrafts {
  const common = new Set(expandParameters(service).map(({ name }) => name));
  return expandParameters(operation).map((parameter): RuleDraft | false => {
    const { name, property = name, type = 'string', required = false } = parameter;
    const isTyped = ['integer', 'number', 'boolean', 'object'].includes(String(type));
    const isChecked = (enforced?.includes(property) ?? true) && (isTyped || required);
    const needed = required ? 'is there and ' : '';
    const text = `The parameter ${name} ${needed}has to be a value of type ${String(type)} that its schema allows.`;
    return (
      isChecked &&
      parameter.in !== 'path' &&
      !common.has(name) && {
        ...draftRule(`parameters/${name}`, '400', text, `Send a good ${name}.`),
        reasons: ['required', 'invalidParameter'],
        want: 'message',
        location: name,
        parameter: property,
      }
    );
  });
}

function bodyRules({ operation, body }: OperationPlan): RuleDrafts {
  const { media, bodyRequired } = operation;
  const types = media?.mediaTypes ?? operation.body?.map(({ mediaType }) => mediaType) ?? ['*/*'];
  return [
    !types.includes('*/*') &&
      draftRule(
        'body/type',
        '415',
        `The body is of type ${types.join(', ')}.`,
        'Send another Content-Type, and a body of that type.',
      ),
    bodyRequired === true &&
      media === undefined && {
        ...draftRule('body/required', '400 required', 'The request has a body.', 'Send a body.'),
        location: 'body',
      },
    body && {
      ...draftRule(
        'body',
        '400',
        'The body matches its schema.',
        'Send a body that matches the schema of the operation.',
      ),
      reasons: ['required', 'invalidValue', 'invalidBody'],
      locationType: 'body',
      want: 'message',
    },
  ];
}

/** Lists the rules of `x-requires` and `x-refuses` for the body. */
function pathRules({ behaviour: { requires = {}, refuses = {} } }: OperationPlan): RuleDrafts {
  return [
    ...Object.entries(requires).map(([paths, reason]) => {
      const location = paths.replaceAll('|', ' or ');
      const text = `The request has ${location}.`;
      return { ...draftRule(`requires/${paths}`, `400 ${reason}`, text, `Send ${location}.`), location };
    }),
    ...Object.entries(refuses).map(([path, reason]) => {
      const text = `The request does not have ${path}.`;
      return { ...draftRule(`refuses/${path}`, `400 ${reason}`, text, `Leave out ${path}.`), location: path, path };
    }),
  ];
}

function pagingRules({ behaviour: { paging } }: OperationPlan): RuleDrafts {
  if (!paging) return [];
  const { size, token, max, after, before } = paging;
  const keys = after === undefined ? [] : new Set([after, before ?? after]);
  const named = [...keys].map((name) => pagingRule(name, name, 'names something in the list'));
  return [...pagingDrafts(size, token, max), ...named];
}

/** Lists the rules of the paging parameters. */
export function pagingDrafts(size = 'maxResults', token = 'pageToken', max = 50): RuleDrafts {
  return [
    {
      ...pagingRule('size', size, `is a whole number from 0 to ${max}`),
      fix: `Send a number from 0 to ${max} as ${size}, or leave it out.`,
    },
    {
      ...pagingRule('token', token, 'is the token of a page of the same list'),
      reasons: ['invalidPageToken'],
    },
  ];
}

function pagingRule(name: string, parameter: string, condition: string): RuleDraft {
  const fix = `Take ${parameter} from an answer to the same request, or leave it out to begin at the first page.`;
  const rule = draftRule(`paging/${name}`, '400 invalidParameter', `The parameter ${parameter} ${condition}.`, fix);
  return { ...rule, location: parameter, parameter };
}

function limitRules({ behaviour }: OperationPlan): RuleDrafts {
  const { insert, unique } = readAction(behaviour);
  return [
    ...[behaviour.limit ?? []].flat().map(({ atMost, of, per, reason = 'limitExceeded', status = 403 }) => {
      const text = `There are at most ${atMost} entries of ${of} with the same ${per}.`;
      const rule = draftRule(`limit/${reason}`, `${status} ${reason}`, text, `Delete an entry of ${of} first.`);
      return { ...rule, got: `${atMost + 1} entries` };
    }),
    insert !== undefined &&
      Array.isArray(unique) && {
        ...draftRule(
          'unique',
          ` ${behaviour.errors?.duplicate ?? 'duplicate'}`,
          `No two entries have the same ${unique.join(' and ')}.`,
          'Use the entry that is there, or send other values.',
        ),
        got: 'such an entry again',
      },
  ];
}

/** Lists the errors of the capability that an operation leaves its work to; one rule for all if it declares none. */
function capabilityRules({ behaviour }: OperationPlan, { capabilities }: EmulatorPlan): RuleDrafts {
  const { perform: name } = readAction(behaviour);
  if (typeof name !== 'string') return [];
  const errors = Object.hasOwn(capabilities, name) ? capabilities[name]?.errors : undefined;
  const text = `What ${name} asks for is fulfilled.`;
  return errors ?? [draftRule(`action/${name}`, '', text, 'Change what the message names.')];
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
        ...draftRule(
          'target/required',
          '400',
          `The request says with ${key} which entry of ${table} it is about.`,
          `Send the ${key} of an entry of ${table}.`,
        ),
        location: key,
      },
    {
      ...draftRule(
        'target',
        '404',
        `The entry of ${table} that the request names is there.`,
        `Send the ${key} of an entry of ${table} that is there and that the caller may see.`,
      ),
      location: '',
      subject: key,
    },
    get === undefined &&
      (isCallers || owner !== undefined) && {
        ...draftRule(
          'owner',
          '403',
          `The entry of ${table} belongs to the caller.`,
          `Send the token of the owner, or name an entry of ${table} of the caller's own.`,
        ),
        location: '',
        got: 'another caller',
      },
  ];
}

/** Lists the rules of the parameters that select rows of a list. */
function filterRules({ behaviour }: OperationPlan): RuleDrafts {
  const { selectors = {}, filters = {} } = behaviour;
  const { list, perform } = readAction(behaviour);
  const names = Object.keys(selectors);
  const text = `The request has one of the parameters ${names.join(', ')}.`;
  return [
    list !== undefined &&
      perform === undefined &&
      names.length > 0 && {
        ...draftRule('selectors', '400 missingRequiredParameter', text, `Send ${names.join(' or ')}.`),
        location: 'parameters',
        got: 'none of them',
      },
    ...listRules('selectors', selectors),
    ...listRules('filters', filters),
  ];
}

/** Lists the rules of parameters: the credential, the values, the row that one names, and the owner of that row. */
function listRules(kind: 'selectors' | 'filters', parameters: OperationPlan['behaviour']['filters'] = {}): RuleDrafts {
  return Object.entries(parameters).flatMap(([parameter, rule]) => {
    const { token, values, table, column, status = 404, reason, owned } = rule;
    const name = `${kind}/${parameter}`;
    const about = { parameter, location: parameter };
    const allowed = values?.join(', ');
    const key = `${column === undefined ? 'the id' : `the ${column}`} of an entry of ${table}`;
    const value = Array.isArray(token) ? ` with the value ${token.join(' or ')}` : '';
    return [
      token && {
        ...draftRule(
          `${name}/token`,
          '401',
          `The parameter ${parameter}${value} needs a token.`,
          'Send the token of a user as Authorization: Bearer.',
        ),
        ...about,
      },
      values && {
        ...draftRule(
          table === undefined ? name : `${name}/values`,
          `400 ${reason ?? 'invalidParameter'}`,
          `The parameter ${parameter} is one of ${allowed}.`,
          `Send one of ${allowed} as ${parameter}.`,
        ),
        ...about,
      },
      table !== undefined && {
        ...draftRule(
          name,
          `${status} ${reason ?? 'notFound'}`,
          `The parameter ${parameter} is ${key}.`,
          `Send ${key} that the caller may see.`,
        ),
        ...about,
      },
      owned && {
        ...draftRule(
          `${name}/owned`,
          '403',
          `What the parameter ${parameter} names belongs to the caller.`,
          'Name what is your own, or send the token of its owner.',
        ),
        ...about,
        location: '',
      },
    ];
  });
}

/** Lists the rules for uploaded bytes. */
function mediaRules({ operation, behaviour: { media = {} } }: OperationPlan): RuleDrafts {
  const { maxBytes, image, required = operation.media?.required } = media;
  const { ratio, minWidth = 0, minHeight = 0, reason = 'invalidImage' } = image ?? {};
  const smallest = `${minWidth}x${minHeight}`;
  const error = `400 ${reason}`;
  const location = 'media';
  return [
    (image ?? required) && {
      ...draftRule(
        'media/required',
        `400 ${media.reason ?? 'mediaBodyRequired'}`,
        'The request has bytes.',
        'Send the file as the body, or as a part of multipart/related beside its metadata.',
      ),
      location,
    },
    maxBytes !== undefined &&
      draftRule(
        'media/maxBytes',
        '413',
        `The upload has at most ${maxBytes} bytes.`,
        `Send at most ${maxBytes} bytes.`,
      ),
    image && {
      ...draftRule('media/image', error, 'The bytes are an image.', 'Send a PNG, JPEG, GIF or WebP image.'),
      location,
    },
    ratio !== undefined && {
      ...draftRule(
        'media/image/ratio',
        error,
        `The aspect of the image is ${ratio}.`,
        `Send an image whose aspect is exactly ${ratio}.`,
      ),
      location,
    },
    minWidth + minHeight > 0 && {
      ...draftRule(
        'media/image/size',
        error,
        `The image has at least ${smallest} pixels.`,
        `Send an image of ${smallest} pixels or more.`,
      ),
      location,
    },
  ];
}
