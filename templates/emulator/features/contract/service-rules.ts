import type { EmulatorPlan } from '../../plan/plan.js';
import { readAction, type RuleDrafts } from '../../plan/rule.js';
import { draftRule } from './draft-rule.js';
import { pagingDrafts } from './operation-rules.js';

/** Lists the rules of all operations. */
export function serviceRules(plan: EmulatorPlan): RuleDrafts {
  const { operations, service, uploads } = plan;
  const schemes = Object.values(service.security);
  return [
    draftRule('route', '404', 'The path is that of an operation.', 'Correct the path.'),
    draftRule('method', '405', 'The method is one that the path has.', 'Use another method.'),
    draftRule(
      'size',
      '413',
      'The body is no longer than the emulator takes.',
      'Send less, or raise maxBodyBytes of the emulator.',
    ),
    draftRule(
      'json',
      '400 parseError',
      'A body that says it is JSON is JSON.',
      'Send JSON that is nested less than 100 levels deep.',
    ),
    draftRule(
      'multipart',
      '400 badRequest',
      'A multipart body is well formed.',
      'Send each part between the boundaries that Content-Type names.',
    ),
    {
      ...draftRule(
        'parameters',
        '400 invalidParameter',
        'Parameters have the types and values that the document declares, are percent-encoded, and given once.',
        'Send a value that the document declares for the parameter.',
      ),
      kind: 'request',
      want: 'message',
    },
    operations.some(({ operation: { body } }) => body?.some(({ kind }) => kind === 'xml')) &&
      draftRule(
        'xml',
        '400 parseError',
        'A body that says it is XML is XML.',
        'Send XML that is well formed, without entities of its own, and nested at most 200 levels deep.',
      ),
    schemes.some(({ kind }) => kind === 'apiKey') &&
      draftRule(
        'auth/key',
        '400 keyInvalid',
        'A key that is sent is a good one.',
        'Send a key that does not begin with "invalid", or one that the emulator was given.',
      ),
    schemes.some(({ kind }) => kind !== 'apiKey') &&
      draftRule(
        'auth/token',
        '401 authError',
        'A token that is sent is a good one.',
        'Send a token that begins with neither "invalid" nor "expired", or one that the emulator was given.',
      ),
    ...settingsRules(plan),
    ...(uploads ? uploadRules() : []),
  ];
}

function settingsRules({ settings: { fields, paging }, operations }: EmulatorPlan): RuleDrafts {
  const actions = operations.map(({ behaviour }) => readAction(behaviour));
  const hasLists = operations.some(
    ({ behaviour }) => behaviour.paging === undefined && readAction(behaviour)['list'] !== undefined,
  );
  return [
    fields !== undefined && {
      ...draftRule(
        'fields',
        '400 invalidParameter',
        `The parameter ${fields} is a list of fields.`,
        `Send names apart by commas, such as items(id,snippet/title), as ${fields}.`,
      ),
      location: fields,
      parameter: fields,
    },
    ...(paging && hasLists ? pagingDrafts(paging.size, paging.token, paging.max ?? paging.default) : []),
    actions.some((action) => (action['update'] ?? action['delete']) !== undefined) && {
      ...draftRule(
        'ifMatch',
        '412',
        'What If-Match names is the resource as it is.',
        'Read the resource again, and send its etag in If-Match.',
      ),
      location: 'If-Match',
    },
  ];
}

/** Lists the rules of files that are sent in several requests. */
function uploadRules(): RuleDrafts {
  return [
    draftRule(
      'upload/announced',
      '400 invalidHeader',
      'X-Upload-Content-Length is a number of bytes.',
      'Send the length of the file, or leave the header out.',
    ),
    draftRule('upload/session', '404 notFound', 'The session of an upload is there.', 'Begin a new upload.'),
    draftRule(
      'upload/expired',
      '410 uploadExpired',
      'The session of an upload is at most a week old.',
      'Begin a new upload.',
    ),
    draftRule(
      'upload/completed',
      '409 uploadCompleted',
      'An upload that is given up is not complete.',
      'Delete what was uploaded instead.',
    ),
    draftRule(
      'upload/method',
      '405 httpMethodNotAllowed',
      'A session takes PUT and DELETE.',
      'Send pieces with PUT, or give the upload up with DELETE.',
    ),
    draftRule(
      'upload/range',
      '400 invalidContentRange',
      'Content-Range says which bytes of the file the body is.',
      'Send Content-Range such as bytes 0-99/200, with as many bytes as it says.',
    ),
    draftRule(
      'upload/chunk',
      '400 invalidChunkSize',
      'All pieces but the last are multiples of 262144 bytes.',
      'Send pieces whose length is a multiple of 262144 bytes.',
    ),
  ];
}
