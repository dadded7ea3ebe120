import { startEmulator } from '@speccast/emulator';
import type { Emulator, JournalEntry, EmulatorOptions, EmulatorPlan, OperationPlan } from '@speccast/emulator';
import type { HttpMethod, Operation } from '@speccast/runtime';
import type { Behaviour, ResourceRules } from '../../../templates/emulator/engine/plan/behaviour.js';
import type { SeedPart } from '../../../templates/emulator/engine/plan/plan.js';

const json = [{ mediaType: 'application/json' }];

/** `POST /books` that answers JSON and takes JSON, a key or a token; parts may be replaced. */
export function operation(id: string, more: Partial<Operation<never, unknown>> = {}): Operation<never, unknown> {
  return {
    id,
    method: 'GET',
    path: '/books',
    openParameters: true,
    responses: [{ status: '200', contents: json }],
    auth: ['key', 'oauth'],
    ...more,
  };
}

/** An operation with its behaviour and no validators. */
export function planned(described: Operation<never, unknown>, behaviour: Behaviour): OperationPlan {
  return { operation: described, responses: (described.responses ?? []).map(({ status }) => ({ status })), behaviour };
}

/** Writes to books need a token and take JSON. */
function write(
  id: string,
  method: HttpMethod,
  behaviour: Behaviour,
  more: Partial<Operation<never, unknown>> = {},
): OperationPlan {
  return planned(operation(id, { method, body: json, auth: ['oauth'], ...more }), behaviour);
}

/** Rules of books: on shelves, in an order, public unless hidden. */
export const bookRules: ResourceRules = {
  kind: 'shelf#book',
  id: { prefix: 'B', length: 8 },
  owner: 'ownerId',
  created: 'added',
  updated: 'changed',
  defaults: { status: 'public' },
  assigned: ['lent'],
  visibility: [{ path: 'status', oneOf: ['public'], unless: 'owner' }],
  references: [
    {
      path: 'shelfId',
      table: 'shelves',
      reason: 'shelfNotFound',
      owned: true,
      forbidden: 'shelfForbidden',
      cascade: true,
    },
  ],
  order: { position: 'position', within: 'shelfId', reason: 'badPosition' },
  enums: { status: ['public', 'hidden'] },
  counts: { noteCount: { of: 'notes', by: 'bookId' } },
  copies: { shelfName: { of: 'shelves', at: 'shelfId', path: 'name' } },
  errors: { notFound: 'bookNotFound', forbidden: 'bookForbidden' },
};

const resources = [
  { table: 'readers', rules: {} },
  { table: 'shelves', rules: { owner: 'ownerId' } },
  { table: 'books', rules: bookRules },
  { table: 'notes', rules: { references: [{ path: 'bookId', table: 'books', cascade: true }] } },
];

const operations: readonly OperationPlan[] = [
  planned(operation('books.list'), {
    action: { list: 'books', items: 'items', kind: 'shelf#books', sort: 'position' },
    selectors: {
      shelfId: { path: 'shelfId', table: 'shelves', reason: 'shelfNotFound' },
      id: { ids: true },
      mine: { path: 'ownerId', equals: 'caller', token: true },
    },
    filters: { status: { path: 'status', values: ['public', 'hidden'], token: ['hidden'] } },
  }),
  write('books.insert', 'POST', {
    action: { insert: 'books' },
    requires: { shelfId: 'shelfIdRequired', 'title|isbn': 'titleRequired' },
    refuses: { price: 'notForSale' },
    limit: { atMost: 3, of: 'books', per: 'shelfId', reason: 'shelfFull', status: 400 },
    records: [
      {
        table: 'notes',
        row: { bookId: '${row.id}', text: 'new: ${body.title}', by: '${caller}' },
        when: { 'body.note': true },
      },
    ],
  }),
  write('books.update', 'PUT', { action: { update: 'books' } }),
  planned(operation('books.delete', { method: 'DELETE', auth: ['oauth'], responses: [{ status: '204' }] }), {
    action: { delete: 'books' },
  }),
  write('books.lend', 'POST', { action: 'unsupported' }, { path: '/books/lend' }),
  planned(operation('books.get', { path: '/books/{id}', parameters: [{ name: 'id', in: 'path', required: true }] }), {
    action: { get: 'books' },
  }),
];

const world: SeedPart = { tables: { shelves: [{ id: 'old', name: 'Old books', ownerId: 'nobody' }] } };
const caller: SeedPart = {
  tables: { readers: [{ id: '${me}' }], shelves: [{ id: '${shelf}', name: 'Mine', ownerId: '${me}' }] },
};

/** A service with books on shelves; readers own shelves. */
export const shelfPlan: EmulatorPlan = {
  service: {
    name: 'shelf',
    version: '1',
    security: {
      key: { kind: 'apiKey', in: 'query', name: 'key' },
      oauth: { kind: 'bearer', queryParameter: 'access_token' },
    },
  },
  basePaths: ['/v1'],
  operations,
  resources,
  capabilities: {},
  settings: {
    parts: { parameter: 'part', always: ['kind', 'id'] },
    paging: {
      size: 'maxResults',
      token: 'pageToken',
      default: 2,
      max: 2,
      next: 'nextPageToken',
      previous: 'prevPageToken',
      info: 'pageInfo',
    },
    caller: { table: 'readers' },
  },
  seed: { world, caller },
};

/** An answer, read to its end. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // The tests know what they asked for.
  readonly body: { readonly [member: string]: unknown } & {
    readonly items?: readonly { readonly [member: string]: unknown }[];
  };
  /** Name of the first reason of an error. */
  readonly reason: string | undefined;
}

/** What a test sends. */
export interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts the service and gives a function that calls it by path. */
export function openShelf(
  options: EmulatorOptions = {},
  plan: EmulatorPlan = shelfPlan,
): { emulator: Emulator; call: (path: string, sent?: Sent) => Promise<Answered> } {
  const emulator = startEmulator<Record<string, Record<string, unknown>>>(plan, options);
  return { emulator, call: (path, sent = {}) => send(emulator, path, sent) };
}

async function send(
  emulator: Emulator,
  path: string,
  { method = 'GET', token, body, headers = {} }: Sent,
): Promise<Answered> {
  const response = await emulator.fetch(`${emulator.baseUrl}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const read = text === '' ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: read, reason: read.error?.errors?.[0]?.reason };
}

/** What became of a request: what it led to, and what was answered. */
export function outcomeOf({ method, url, operation: id, status, reason }: JournalEntry): object {
  const found = { method, url, operation: id, status, reason };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
