import type { Book, Order } from '../../cases/positive-server-types/expected/src/models/index.js';
import {
  createHandler,
  type Handlers,
  reply,
  type ServerHandler,
  type ServerOptions,
} from '../../cases/positive-server-types/expected/src/server-types/index.js';

/** A caller of the bookshop. */
export interface User {
  readonly name: string;
}

/** A server of a bookshop in memory, with records of what its handlers received. */
export interface Shop {
  readonly handler: ServerHandler<unknown>;
  /** Names of callers, files and events, in the order in which handlers received them. */
  readonly seen: unknown[];
  /** Errors that were passed to `onError`. */
  readonly errors: unknown[];
}

const missing = { title: 'Not Found', status: 404, detail: 'There is no such book.' };

/** Creates the server of a bookshop. */
export function openShop(options: ServerOptions = {}): Shop {
  const seen: unknown[] = [];
  const errors: unknown[] = [];
  const handler = createHandler(createHandlers(seen), {
    authenticate: ({ credential, schemes, scopes }) => {
      seen.push(schemes, scopes);
      return credential === 'secret' ? { name: 'ada' } : undefined;
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  return { handler, seen, errors };
}

/** Creates the handlers of the bookshop, written as a user would. */
export function createHandlers(seen: unknown[]): Handlers<User> {
  const books = new Map<number, Book>();
  const orders = new Map<string, Order>();
  return {
    books: {
      list: ({ params: { cursor = '0', limit, author } }) => {
        const all = [...books.values()].filter((book) => author === undefined || book.author === author);
        const end = Number(cursor) + limit;
        return { data: all.slice(Number(cursor), end), nextCursor: end < all.length ? String(end) : null };
      },
      create: ({ body, principal }) => {
        seen.push(principal.name);
        const book = { ...body, id: books.size + 1, addedAt: '2026-01-01T00:00:00Z' };
        books.set(book.id, book);
        return reply(201, book, { Location: `/v1/books/${book.id}` });
      },
      get: ({ params }) => books.get(params.bookId) ?? reply(404, missing),
      update: ({ params, body: { author, ...body } }) => {
        const book = books.get(params.bookId);
        if (book === undefined) return reply(404, missing);
        const { author: before, ...others } = book;
        const kept = author === undefined ? before : author;
        const next = { ...others, ...body, ...(typeof kept === 'string' && { author: kept }) };
        books.set(book.id, next);
        return reply(200, next, { ETag: '"2"' });
      },
      delete: ({ params }) => {
        if (!books.delete(params.bookId)) return reply(404, missing);
        return undefined;
      },
      uploadCover: async ({ params, body }) => {
        const bytes = new Uint8Array(await body.file.arrayBuffer());
        seen.push([params.bookId, body.file.name, body.file.type, [...bytes], body.caption]);
      },
    },
    orders: {
      list: () => ({ data: [...orders.values()] }),
      create: ({ body }) => {
        if (!books.has(body.bookId)) return reply(422, { title: 'Unknown book' });
        const order: Order = { ...body, id: `o${orders.size + 1}`, state: 'open' };
        orders.set(order.id, order);
        return reply(201, order);
      },
      get: ({ params }) => orders.get(params.orderId) ?? reply(404, { title: 'Unknown order' }),
      stream: async function* ({ signal }) {
        signal.addEventListener('abort', () => seen.push('aborted'));
        try {
          for (const [id, { state }] of orders) yield { id, event: 'change', data: state };
        } finally {
          seen.push('stream ended');
        }
      },
    },
  };
}
