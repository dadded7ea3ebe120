import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkTypes } from './check-types.js';

const readSpec = (name: string): string =>
  readFileSync(new URL(`../../cases/${name}/spec.yaml`, import.meta.url), 'utf8');

const lists = `
import { createBooks, PagingError } from './index.js';
import type { ApiPromise, Book, BooksListResponse, Paged, PagePromise } from './index.js';
import { booksList, createCore, genresList } from './operations.js';
const client = createBooks();
export async function run(): Promise<void> {
  const call: PagePromise<BooksListResponse, 'books'> = client.books.list({ count: 3 });
  const promise: ApiPromise<BooksListResponse> = call;
  for await (const book of call) console.log(book.title);
  for await (const page of call.pages()) console.log(page.books.length, page.following, page.meta.requestId);
  const some: readonly Book[] = await call.toArray({ limit: 200 });
  const first: Paged<BooksListResponse> = await booksList(createCore());
  const second = await first.next();
  const plain: BooksListResponse | undefined = second;
  const result = await call.result();
  if (result.ok) console.log(await result.data.next());
  console.log(promise, some, plain, PagingError);
  // @ts-expect-error -- there may be no further page
  console.log(second.books);
  // @ts-expect-error -- a book has no such property
  for await (const book of call) console.log(book.size);
  // @ts-expect-error -- a bound has to be given
  await call.toArray();
  // @ts-expect-error -- a bound has to be given
  await call.toArray({});
}

export async function others(): Promise<void> {
  // The answer does not have to hold items.
  for await (const author of client.authors.list()) console.log(author.name);
  const genre: readonly string[] = await genresList(createCore()).toArray({ limit: 1 });
  const genres = await client.genres.list();
  console.log(genre, genres.length, genres.meta.status, await genres.next());
  // Members of the response with the name of a member of a page keep their type.
  const shelves = await client.shelves.list();
  const wire: string | undefined = shelves.next;
  console.log(wire, shelves.meta.status);
  // @ts-expect-error -- a book is no list
  for await (const nothing of client.books.get({ id: '1' })) console.log(nothing);
}
`;

test('a list is a promise of a page, and iterates over the items of pages', async () => {
  const { errors, hover } = await checkTypes('books', readSpec('positive-paging'), lists);
  expect(errors).toEqual([]);
  // The types that an editor shows.
  expect(hover['second']).toBe('const second: Paged<BooksListResponse> | undefined');
  expect(hover['book']).toBe('const book: Book');
  expect(hover['page']).toBe('const page: Paged<BooksListResponse>');
  expect(hover['genres']).toBe('const genres: Paged<GenresListResponse>');
});

const parts = `
import { createFilms } from './index.js';
export async function run(): Promise<void> {
  const call = createFilms().films.list({ part: ['statistics'] });
  for await (const film of call) {
    console.log(film.statistics.viewCount);
    // @ts-expect-error -- it was not requested
    console.log(film.snippet);
  }
  const [one] = await call.toArray({ limit: 1 });
  console.log(one?.statistics.viewCount);
}
`;

test('the items of a list have the requested parts', async () => {
  const { errors, hover } = await checkTypes('films', readSpec('positive-parts'), parts);
  expect(errors).toEqual([]);
  expect(hover['film']).toBe(`const film: {
    readonly kind: "film";
    readonly etag: string;
    readonly id: string;
    readonly statistics: {
        viewCount?: string;
    };
}`);
});
