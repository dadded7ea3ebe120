import type { Operation } from '@speccast/runtime';
import type { EmulatorPlan } from '../../plan/plan.js';
import { pagingDrafts } from './operation-rules.js';
import { readAction, type RuleDraft } from '../../plan/rule.js';
import { uploadRules } from './upload-rules.js';

/** The rules of all operations. */
export function serviceRules(plan: EmulatorPlan): readonly RuleDraft[] {
  return [
    ...requestRules(),
    ...(plan.operations.some(({ operation }) => takesXml(operation)) ? [xmlRule] : []),
    ...credentialRules(plan),
    ...settingsRules(plan),
    ...(plan.uploads === undefined ? [] : uploadRules),
  ];
}

function requestRules(): readonly RuleDraft[] {
  const base = { kind: 'request' } as const;
  return [
    { ...base, name: 'route', status: 404, text: 'The path is that of an operation.', fix: 'Correct the path.' },
    { ...base, name: 'method', status: 405, text: 'The method is one that the path has.', fix: 'Use another method.' },
    {
      ...base,
      name: 'size',
      status: 413,
      text: 'The body is no longer than the emulator takes.',
      fix: 'Send less, or raise maxBodyBytes of the emulator.',
    },
    {
      ...base,
      name: 'json',
      status: 400,
      reasons: ['parseError'],
      text: 'A body that says it is JSON is JSON.',
      fix: 'Send JSON that is nested less than 100 levels deep.',
    },
    {
      ...base,
      name: 'multipart',
      status: 400,
      reasons: ['badRequest'],
      text: 'A multipart body is well formed.',
      fix: 'Send each part between the boundaries that Content-Type names.',
    },
    {
      ...base,
      name: 'parameters',
      status: 400,
      reasons: ['invalidParameter'],
      text: 'Parameters have the types and values that the document declares, are percent-encoded, and given once.',
      want: 'message',
      fix: 'Send a value that the document declares for the parameter.',
    },
  ];
}

const xmlRule: RuleDraft = {
  name: 'xml',
  kind: 'request',
  status: 400,
  reasons: ['parseError'],
  text: 'A body that says it is XML is XML.',
  fix: 'Send XML that is well formed, without entities of its own, and nested at most 200 levels deep.',
};

function takesXml({ body = [] }: Operation<never, unknown>): boolean {
  return body.some(({ kind }) => kind === 'xml');
}

function credentialRules({ service }: EmulatorPlan): readonly RuleDraft[] {
  const schemes = Object.values(service.security);
  const key: RuleDraft = {
    name: 'auth/key',
    kind: 'auth',
    status: 400,
    reasons: ['keyInvalid'],
    text: 'A key that is sent is a good one.',
    fix: 'Send a key that does not begin with "invalid", or one that the emulator was given.',
  };
  const token: RuleDraft = {
    name: 'auth/token',
    kind: 'auth',
    status: 401,
    reasons: ['authError'],
    text: 'A token that is sent is a good one.',
    fix: 'Send a token that begins with neither "invalid" nor "expired", or one that the emulator was given.',
  };
  return [
    ...(schemes.some(({ kind }) => kind === 'apiKey') ? [key] : []),
    ...(schemes.some(({ kind }) => kind !== 'apiKey') ? [token] : []),
  ];
}

function settingsRules({ settings: { fields, paging }, operations }: EmulatorPlan): readonly RuleDraft[] {
  const written = operations.some(({ behaviour }) =>
    ['update', 'delete'].some((name) => readAction(behaviour)[name] !== undefined),
  );
  const lists = operations.some(
    ({ behaviour }) => behaviour.paging === undefined && readAction(behaviour)['list'] !== undefined,
  );
  const selected: RuleDraft = {
    name: 'fields',
    kind: 'parameter',
    status: 400,
    reasons: ['invalidParameter'],
    ...(fields === undefined ? {} : { location: fields, parameter: fields }),
    text: `The parameter ${fields} is a list of fields.`,
    fix: `Send names apart by commas, such as items(id,snippet/title), as ${fields}.`,
  };
  const unchanged: RuleDraft = {
    name: 'ifMatch',
    kind: 'request',
    status: 412,
    location: 'If-Match',
    text: 'What If-Match names is the resource as it is.',
    fix: 'Read the resource again, and send its etag in If-Match.',
  };
  return [
    ...(fields === undefined ? [] : [selected]),
    ...(paging === undefined || !lists ? [] : pagingDrafts(paging.size, paging.token, paging.max ?? paging.default)),
    ...(written ? [unchanged] : []),
  ];
}
