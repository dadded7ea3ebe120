import type { Context } from 'hono';
import { expectTypeOf, test } from 'vitest';
import {
  createHandler,
  type Handlers,
  mountHono,
  type ReceivedFile,
  reply,
  type ServerHandler,
} from '../../cases/positive-server-types/expected/src/server-types/index.js';
import type { User } from './bookshop.js';

type Books = Handlers<User, Context>['books'];
type Orders = Handlers<User, Context>['orders'];

/** The argument of a handler. */
type Argument<Handler> = Handler extends (call: infer Call) => unknown ? Call : never;

const book = { id: 1, title: 'Emma', addedAt: '2026-01-01T00:00:00Z' };

test('handlers receive decoded parameters and bodies', () => {
  expectTypeOf<Argument<Books['get']>['params']>().toMatchTypeOf<{ readonly bookId: number }>();
  expectTypeOf<Argument<Books['list']>['params']['limit']>().toEqualTypeOf<number>();
  expectTypeOf<Argument<Books['list']>['params']['cursor']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Argument<Books['list']>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf<Argument<Books['create']>['body']['title']>().toEqualTypeOf<string>();
  expectTypeOf<Argument<Books['create']>['principal']>().toEqualTypeOf<User>();
  expectTypeOf<Argument<Books['create']>['context']>().toEqualTypeOf<Context>();
  expectTypeOf<Argument<Books['uploadCover']>['body']['file']>().toEqualTypeOf<ReceivedFile>();
  expectTypeOf<Argument<Books['uploadCover']>['body']['caption']>().toEqualTypeOf<string | undefined>();
});

test('handlers return declared responses only', () => {
  const list: Books['list'][] = [
    () => ({ data: [book], nextCursor: null }),
    async () => reply(400, { title: 'Bad Request' }),
    () => reply(503, {}),
    // @ts-expect-error: a required member is missing
    () => ({ data: [] }),
    // @ts-expect-error: no other success is declared
    () => reply(201, { data: [], nextCursor: null }),
    // @ts-expect-error: a redirect is not an error
    () => reply(302, {}),
  ];
  const get: Books['get'][] = [
    () => book,
    () => reply(404, { detail: 'No such book.' }),
    () => reply(200, book, { ETag: '"1"', 'cache-control': 'no-store' }),
    // @ts-expect-error: only 404 is declared
    () => reply(410, {}),
    // @ts-expect-error: the body of an error is of another type
    () => reply(404, { status: 'gone' }),
    // @ts-expect-error: the body is of another type
    () => ({ ...book, id: 'one' }),
  ];
  const remove: Books['delete'][] = [() => {}, async () => {}, () => reply(204)];
  // @ts-expect-error: there is no body
  const withBody: Books['delete'] = () => book;
  const stream: Orders['stream'][] = [
    async function* () {
      yield { data: 'a', event: 'change' };
    },
    () => [{ data: 'a' }],
    // @ts-expect-error: an item is of another type
    () => [{ data: 1 }],
  ];
  const create: Orders['create'][] = [
    ({ body }) => reply(201, { ...body, id: '1', state: 'open' }),
    // @ts-expect-error: a property is of another type
    ({ body }) => reply(201, { ...body, id: '1', state: 1 }),
  ];
  const add: Books['create'][] = [
    () => book,
    () => reply(201, book, { Location: '/v1/books/1' }),
    // @ts-expect-error: a header is of another type
    () => reply(201, book, { Location: 1 }),
  ];
  expectTypeOf([list, get, remove, withBody, stream, create, add]).not.toBeAny();
});

test('createHandler needs all handlers, and `authenticate` if the service has security', () => {
  // `as`: only the type is checked.
  const handlers = {} as Handlers<User, Context>;
  const create = (): unknown[] => [
    createHandler(handlers, { authenticate: () => ({ name: 'ada' }) }),
    // @ts-expect-error: `authenticate` is missing
    createHandler(handlers, {}),
    // @ts-expect-error: the handlers expect a User
    createHandler(handlers, { authenticate: () => 'ada' }),
    // @ts-expect-error: handlers are missing
    createHandler<User>({ books: handlers.books }, { authenticate: () => ({ name: 'ada' }) }),
  ];
  // @ts-expect-error: the context is that of another framework
  const mount = (app: never, other: ServerHandler<{ readonly req: string }>): void => mountHono(app, other);
  expectTypeOf([create, mount]).not.toBeAny();
});
