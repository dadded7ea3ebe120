import type { EmulatorPlan } from '../../plan/plan.js';
import { readAction, type RuleDraft, type RuleDrafts } from '../../plan/rule.js';
import { pagingDrafts } from './operation-rules.js';
import { uploadRules } from './upload-rules.js';

/** Lists the rules of all operations. */
export function serviceRules(plan: EmulatorPlan): RuleDrafts {
  const { operations, service } = plan;
  const schemes = Object.values(service.security);
  return [
    ...requestRules,
    operations.some(({ operation: { body } }) => body?.some(({ kind }) => kind === 'xml')) && {
      name: 'xml',
      kind: 'request',
      status: 400,
      reasons: ['parseError'],
      text: 'A body that says it is XML is XML.',
      fix: 'Send XML that is well formed, without entities of its own, and nested at most 200 levels deep.',
    },
    schemes.some(({ kind }) => kind === 'apiKey') && {
      name: 'auth/key',
      kind: 'auth',
      status: 400,
      reasons: ['keyInvalid'],
      text: 'A key that is sent is a good one.',
      fix: 'Send a key that does not begin with "invalid", or one that the emulator was given.',
    },
    schemes.some(({ kind }) => kind !== 'apiKey') && {
      name: 'auth/token',
      kind: 'auth',
      status: 401,
      reasons: ['authError'],
      text: 'A token that is sent is a good one.',
      fix: 'Send a token that begins with neither "invalid" nor "expired", or one that the emulator was given.',
    },
    ...settingsRules(plan),
    ...(operations.some(({ behaviour }) => behaviour.media?.resumable === true) ? uploadRules : []),
  ];
}

const requestRules: readonly RuleDraft[] = [
  { name: 'route', kind: 'request', status: 404, text: 'The path is that of an operation.', fix: 'Correct the path.' },
  {
    name: 'method',
    kind: 'request',
    status: 405,
    text: 'The method is one that the path has.',
    fix: 'Use another method.',
  },
  {
    kind: 'request',
    name: 'size',
    status: 413,
    text: 'The body is no longer than the emulator takes.',
    fix: 'Send less, or raise maxBodyBytes of the emulator.',
  },
  {
    kind: 'request',
    name: 'json',
    status: 400,
    reasons: ['parseError'],
    text: 'A body that says it is JSON is JSON.',
    fix: 'Send JSON that is nested less than 100 levels deep.',
  },
  {
    kind: 'request',
    name: 'multipart',
    status: 400,
    reasons: ['badRequest'],
    text: 'A multipart body is well formed.',
    fix: 'Send each part between the boundaries that Content-Type names.',
  },
  {
    kind: 'request',
    name: 'parameters',
    status: 400,
    reasons: ['invalidParameter'],
    text: 'Parameters have the types and values that the document declares, are percent-encoded, and given once.',
    want: 'message',
    fix: 'Send a value that the document declares for the parameter.',
  },
];

function settingsRules({ settings: { fields, paging }, operations }: EmulatorPlan): RuleDrafts {
  const actions = operations.map(({ behaviour }) => readAction(behaviour));
  const hasLists = operations.some(
    ({ behaviour }) => behaviour.paging === undefined && readAction(behaviour)['list'] !== undefined,
  );
  return [
    fields !== undefined && {
      name: 'fields',
      kind: 'parameter',
      status: 400,
      reasons: ['invalidParameter'],
      location: fields,
      parameter: fields,
      text: `The parameter ${fields} is a list of fields.`,
      fix: `Send names apart by commas, such as items(id,snippet/title), as ${fields}.`,
    },
    ...(paging && hasLists ? pagingDrafts(paging.size, paging.token, paging.max ?? paging.default) : []),
    actions.some((action) => (action['update'] ?? action['delete']) !== undefined) && {
      name: 'ifMatch',
      kind: 'request',
      status: 412,
      location: 'If-Match',
      text: 'What If-Match names is the resource as it is.',
      fix: 'Read the resource again, and send its etag in If-Match.',
    },
  ];
}
