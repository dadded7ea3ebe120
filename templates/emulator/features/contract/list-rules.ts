import { expandParameters } from '@speccast/runtime';
import type { EmulatorPlan, OperationPlan, ResourcePlan } from '../../plan/plan.js';
import { defined } from '../../values/defined.js';
import { type RuleDraft, type RuleDrafts, type RuleKind, findTable, readAction } from '../../plan/rule.js';

/**
 * Rules by name: kind | status and reasons of their errors | location of these errors, `none` without one | text | fix | the value
 * that was sent, if the error has no location. The names in braces are those of values.
 */
const ruleTexts = {
  // All operations.
  route: 'request | 404 | | The path belongs to an operation. | Correct the path.',
  method: 'request | 405 | | The path has an operation with this method. | Use another method.',
  size: 'request | 413 | | The body is not longer than the emulator accepts. | Send a shorter body, or raise maxBodyBytes of the emulator.',
  json: 'request | 400 parseError | | A body with a media type of JSON is valid JSON. | Send JSON that is nested less than 100 levels deep.',
  multipart:
    'request | 400 badRequest | | A multipart body is well formed. | Send each part between the boundaries that Content-Type names.',
  parameters:
    'request | 400 invalidParameter | | Parameters have the types and values that the document declares, are percent-encoded, and are sent once. | Send a value that the document declares for the parameter.',
  xml: 'request | 400 parseError | | A body with a media type of XML is valid XML. | Send XML that is well formed, without entities of its own, and nested at most 200 levels deep.',
  'auth/key':
    'auth | 400 keyInvalid | | An API key that is sent is valid. | Send a key that does not begin with "invalid", or one of the keys in the option credentials.',
  'auth/token':
    'auth | 401 authError | | A token that is sent is valid. | Send a token that begins with neither "invalid" nor "expired", or one of the tokens in the option credentials.',
  fields:
    'parameter | 400 invalidParameter | {parameter} | The parameter {parameter} is a list of fields. | Send names separated by commas, such as items(id,snippet/title), as {parameter}.',
  ifMatch:
    'request | 412 | If-Match | If-Match has the entity tag of the current resource. | Read the resource again, and send its etag in If-Match.',
  // Files that are sent in several requests.
  'upload/announced':
    'upload | 400 invalidHeader | | X-Upload-Content-Length is a number of bytes. | Send the length of the file, or leave the header out.',
  'upload/session': 'upload | 404 notFound | | The session of the upload exists. | Begin a new upload.',
  'upload/expired':
    'upload | 410 uploadExpired | | The session of an upload is at most a week old. | Begin a new upload.',
  'upload/completed':
    'upload | 409 uploadCompleted | | An upload that is cancelled is not complete. | Delete the uploaded file instead.',
  'upload/method':
    'upload | 405 httpMethodNotAllowed | | A session takes PUT and DELETE. | Send pieces with PUT, or cancel the upload with DELETE.',
  'upload/range':
    'upload | 400 invalidContentRange | | Content-Range states which bytes of the file the body contains. | Send Content-Range such as bytes 0-99/200, with as many bytes as it states.',
  'upload/chunk':
    'upload | 400 invalidChunkSize | | All pieces but the last are multiples of 262144 bytes. | Send pieces whose length is a multiple of 262144 bytes.',
  // One operation.
  auth: 'auth | 401 required | Authorization | A call carries a credential: {schemes}. | Send {schemes} with the request.',
  unsupported: 'action | 405 methodNotSupported | | The operation is still supported. | Do not call this operation.',
  'parameters/{name}':
    'parameter | 400 required invalidParameter | {name} | The parameter {name} {presence}has to be a value of type {type} that its schema allows. | Send a valid {name}.',
  'body/type': 'body | 415 | | The body is of type {types}. | Send another Content-Type, and a body of that type.',
  'body/required': 'body | 400 required | body | The request has a body. | Send a body.',
  body: 'body | 400 required invalidValue invalidBody | | The body matches its schema. | Send a body that matches the schema of the operation.',
  'media/required':
    'media | 400 {reason} | media | The request has bytes. | Send the file as the body, or as a part of multipart/related beside its metadata.',
  'media/maxBytes': 'media | 413 | | The upload has at most {maxBytes} bytes. | Send at most {maxBytes} bytes.',
  'media/image': 'media | 400 {reason} | media | The bytes are an image. | Send a PNG, JPEG, GIF or WebP image.',
  'media/image/ratio':
    'media | 400 {reason} | media | The aspect ratio of the image is {ratio}. | Send an image whose aspect ratio is exactly {ratio}.',
  'media/image/size':
    'media | 400 {reason} | media | The image has at least {smallest} pixels. | Send an image of {smallest} pixels or more.',
  'requires/{paths}': 'body | 400 {reason} | {choice} | The request has {choice}. | Send {choice}.',
  'refuses/{path}': 'body | 400 {reason} | {path} | The request does not have {path}. | Leave out {path}.',
  selectors:
    'selector | 400 missingRequiredParameter | parameters | The request has one of the parameters {names}. | Send {choice}. | none of them',
  '{kind}s/{parameter}/token':
    '{kind} | 401 | {parameter} | The parameter {parameter}{condition} needs a token. | Send the token of a user as Authorization: Bearer.',
  '{kind}s/{parameter}{suffix}':
    '{kind} | 400 {reason} | {parameter} | The parameter {parameter} is one of {values}. | Send one of {values} as {parameter}.',
  '{kind}s/{parameter}':
    '{kind} | {status} {reason} | {parameter} | The parameter {parameter} is {key} of an entry of {table}. | Send {key} of an entry of {table} that the caller may see.',
  '{kind}s/{parameter}/owned':
    '{kind} | 403 | none | The caller owns the entry that the parameter {parameter} names. | Name an entry of the caller, or send the token of its owner.',
  'paging/size':
    'paging | 400 invalidParameter | {parameter} | The parameter {parameter} is a whole number from 0 to {max}. | Send a number from 0 to {max} as {parameter}, or leave it out.',
  'paging/token':
    'paging | 400 invalidPageToken | {parameter} | The parameter {parameter} is the token of a page of the same list. | Take {parameter} from a response to the same request, or leave it out to begin at the first page.',
  'paging/{parameter}':
    'paging | 400 invalidParameter | {parameter} | The parameter {parameter} names an entry of the list. | Take {parameter} from a response to the same request, or leave it out to begin at the first page.',
  'limit/{reason}':
    'limit | {status} {reason} | | There are at most {atMost} entries of {of} with the same {per}. | Delete an entry of {of} first. | {more} entries',
  unique:
    'unique | any {reason} | | No two entries have the same {paths}. | Use the entry that exists, or send other values. | an entry with the same values',
  'action/{name}':
    'action | any | | The request meets the conditions of {name}. | Change the part of the request that the message names.',
  'target/required':
    'target | 400 | {key} | The request names an entry of {table} with {key}. | Send the {key} of an entry of {table}.',
  target:
    'target | 404 | none | The entry of {table} that the request names exists. | Send the {key} of an entry of {table} that exists and that the caller may see.',
  owner:
    'owner | 403 | none | The caller owns the entry of {table}. | Send the token of the owner, or name an entry of {table} that the caller owns. | another caller',
  // One table.
  'visibility/{index}':
    'visibility | any | | An entry of {table} is visible if {condition}{exception}. | This is no error: the entry is hidden from this caller.',
  'enums/{path}':
    'enum | 400 invalidValue | {path} | The {path} of an entry of {table} is one of {values}. | Send one of {values} as {path}.',
  'references/{path}':
    'reference | {status} {reason} | {path} | The {path} of an entry of {table} is {key} of an entry of {other}. | Send {key} of an entry of {other} that the caller may see.',
  'references/{path}/owned':
    'reference | 403 | none | The caller owns the entry of {other} that the {path} of an entry of {table} names. | Name an entry of {other} that the caller owns, or send the token of its owner. | an entry of another caller',
  order:
    'order | 400 {reason} | {path} | The {path} is a number from 0 to the number of entries with the same {within}. | Send a smaller {path} that is not negative, or leave it out to take the last place.',
  closed:
    'closed | {status} {reason} | none | Callers do not write entries of {table} that the service maintains. | Name an entry that a caller created. | an entry that the service maintains',
} as const;

/**
 * Creates the rule with a name in `ruleTexts`, and adds members to it. If the values have a `parameter` or `path`, it applies only to
 * requests that send this parameter, or this path in the body.
 */
function draftRule(
  name: keyof typeof ruleTexts,
  values: Readonly<Record<string, string | number | undefined>> = {},
  members: Partial<RuleDraft> = {},
): RuleDraft {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, one: string) => String(values[one]));
  const columns = ruleTexts[name].split('|').map((one) => one.trim());
  const [kind = '', error = '', location = '', text = '', fix = '', got = ''] = columns;
  const [status = '', ...reasons] = error.split(' ').map(fill);
  const { parameter, path } = values;
  return {
    ...defined({
      name: fill(name),
      // The first column has kinds only.
      kind: fill(kind) as RuleKind,
      status: status === 'any' ? undefined : Number(status),
      reasons: reasons.length ? reasons : undefined,
      location: location === 'none' ? '' : fill(location) || undefined,
      text: fill(text),
      fix: fill(fix),
      got: fill(got) || undefined,
      parameter: parameter?.toString(),
      path: path?.toString(),
    }),
    ...members,
  };
}

/** Lists the rules of one operation, in the order in which they are checked. */
export function operationRules(plan: OperationPlan, emulator: EmulatorPlan): RuleDrafts {
  const { operation, behaviour, body } = plan;
  const { requires = {}, refuses = {}, media = {}, paging } = behaviour;
  const { image, maxBytes } = media;
  const { ratio, minWidth = 0, minHeight = 0, reason = 'invalidImage' } = image ?? {};
  const alternatives = operation.auth.map((one) => [one].flat());
  const schemes = [...new Set(alternatives.flat())].join(' or ');
  const { perform } = readAction(behaviour);
  const { capabilities } = emulator;
  const errors = Object.hasOwn(capabilities, String(perform)) ? capabilities[String(perform)]?.errors : undefined;
  const types = operation.media?.mediaTypes ?? operation.body?.map(({ mediaType }) => mediaType) ?? ['*/*'];
  const input = [
    ...parameterRules(plan, emulator),
    !types.includes('*/*') && draftRule('body/type', { types: types.join(', ') }),
    operation.bodyRequired && !operation.media && draftRule('body/required'),
    body && draftRule('body', {}, { locationType: 'body', want: 'message' }),
  ];
  const { after, before = after, size, token, max } = paging || {};
  return [
    alternatives.length > 0 && alternatives.every((one) => one.length > 0) && draftRule('auth', { schemes }),
    ...(behaviour.action === 'unsupported' ? [draftRule('unsupported')] : input),
    (image ?? media.required ?? operation.media?.required) &&
      draftRule('media/required', { reason: media.reason ?? 'mediaBodyRequired' }),
    maxBytes !== undefined && draftRule('media/maxBytes', { maxBytes }),
    image && draftRule('media/image', { reason }),
    ratio !== undefined && draftRule('media/image/ratio', { reason, ratio }),
    minWidth + minHeight > 0 && draftRule('media/image/size', { reason, smallest: `${minWidth}x${minHeight}` }),
    ...Object.entries(requires).map(([paths, why]) =>
      draftRule('requires/{paths}', { paths, reason: why, choice: paths.replaceAll('|', ' or ') }),
    ),
    ...Object.entries(refuses).map(([path, why]) => draftRule('refuses/{path}', { path, reason: why })),
    ...filterRules(plan),
    ...(paging ? pagingDrafts(size, token, max) : []),
    after !== undefined && draftRule('paging/{parameter}', { parameter: after }),
    after !== undefined && before !== after && draftRule('paging/{parameter}', { parameter: before }),
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
    const values = { name, type: String(type), presence: required ? 'is required and ' : '' };
    return draftRule('parameters/{name}', values, { want: 'message', parameter: property });
  });
}

/** Lists the rules of the parameters that select rows: the credential, the values, the row that one names, and its owner. */
function filterRules({ behaviour }: OperationPlan): RuleDrafts {
  const { selectors = {}, filters = {} } = behaviour;
  const { list, perform } = readAction(behaviour);
  const names = Object.keys(selectors);
  const drafts = Object.entries({ selector: selectors, filter: filters }).flatMap(([kind, rules]) =>
    Object.entries(rules).flatMap(([parameter, rule]): RuleDrafts => {
      const { token, values, table, column, status = 404, reason, owned } = rule;
      const about = { kind, parameter, table, status };
      const condition = Array.isArray(token) ? ` with the value ${token.join(' or ')}` : '';
      const listed = { values: values?.join(', '), suffix: table === undefined ? '' : '/values' };
      const key = column === undefined ? 'the id' : `the ${column}`;
      return [
        token && draftRule('{kind}s/{parameter}/token', { ...about, condition }),
        values &&
          draftRule('{kind}s/{parameter}{suffix}', { ...about, ...listed, reason: reason ?? 'invalidParameter' }),
        table !== undefined && draftRule('{kind}s/{parameter}', { ...about, key, reason: reason ?? 'notFound' }),
        owned && draftRule('{kind}s/{parameter}/owned', about),
      ];
    }),
  );
  return [
    list !== undefined &&
      perform === undefined &&
      names.length > 0 &&
      draftRule('selectors', { names: names.join(', '), choice: names.join(' or ') }),
    ...drafts,
  ];
}

/** Lists the rules of the paging parameters. */
function pagingDrafts(size = 'maxResults', token = 'pageToken', max = 50): RuleDrafts {
  return [draftRule('paging/size', { parameter: size, max }), draftRule('paging/token', { parameter: token })];
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
    insert !== undefined && Array.isArray(unique) && draftRule('unique', { reason, paths: unique.join(' and ') }),
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
  const stored = [
    ...Object.entries(enums).map(([path, values]) =>
      draftRule('enums/{path}', { table, path, values: values.join(', ') }),
    ),
    ...references.flatMap(({ path, table: other, column, owned, status = 404, reason = errors?.notFound }) => {
      if (path === owner) return [];
      const key = column === undefined ? 'the id' : `the ${column}`;
      const values = { table, path, other, key, status, reason: reason ?? 'notFound' };
      return [draftRule('references/{path}', values), owned && draftRule('references/{path}/owned', values)];
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
            ? `the entry of ${rule.table ?? table} that its ${through ?? 'id'} names is visible`
            : `${path}${through === undefined ? '' : ` of the entry that its ${through} names`} is ${oneOf.join(' or ')}`;
      const exception = unless === undefined ? '' : `, or if the caller is its ${unless}`;
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
    ...(operations.some(({ behaviour }) => behaviour.media?.resumable)
      ? uploadRules.map((name) => draftRule(`upload/${name}`))
      : []),
  ];
}
