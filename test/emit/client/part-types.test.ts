import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkTypes } from './check-types.js';

const readSpec = (name: string): string =>
  readFileSync(new URL(`../../cases/${name}/spec.yaml`, import.meta.url), 'utf8');

const parts = `
import { createFilms } from './index.js';
import type { Film, FilmListResponse, FilmsListParams, FilmsListPart, FilmsListResult, FilmSnippet, Paged, WithParts } from './index.js';
import { createCore, filmsList, filmsUpdate } from './operations.js';
const client = createFilms();
const core = createCore();
type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <T extends true>(): T | undefined => undefined;

export async function asked(): Promise<void> {
  const page = await client.films.list({ part: ['snippet', 'status'] });
  const film = page.items[0];
  if (film === undefined) return;
  const snippet: FilmSnippet = film.snippet;
  const certain: readonly ['film', string, string] = [film.kind, film.etag, film.id];
  console.log(film.status.privacyStatus, page.nextPageToken, snippet, certain);
  // @ts-expect-error -- the part was not requested
  console.log(film.statistics);
  // @ts-expect-error -- the model is open, but its requested parts are not
  console.log(film['anything']);
  const plain: Film = film;
  const answer: FilmListResponse = page;
  const named: FilmsListResult<'snippet' | 'status'> = page;
  const shown: WithParts<Film, 'id' | 'snippet'> = film;
  console.log(plain, answer, named, shown);
}

export async function left(): Promise<void> {
  const pages = [
    await client.films.list(),
    await client.films.list({ id: ['F1'] }),
    await client.films.list({ part: undefined }),
    await filmsList(core),
  ];
  for (const { items } of pages) console.log(items.map((film) => film.snippet.title));
  yes<Equals<(typeof pages)[number], Paged<FilmsListResult>>>();
  const [page] = pages;
  // @ts-expect-error -- only the default comes
  console.log(page?.items[0]?.status);
}

export async function everyWay(some: readonly ('snippet' | 'statistics')[], params: FilmsListParams): Promise<void> {
  type Both = Paged<FilmsListResult<'snippet' | 'statistics'>>;
  const given = { part: some };
  const data = await filmsList(core, given);
  yes<Equals<typeof data, Both>>();
  const response = await client.films.list(given).withResponse();
  yes<Equals<typeof response.data, Both>>();
  const result = await client.films.list(given).result();
  if (result.ok) yes<Equals<typeof result.data, Both>>();
  const all = await client.films.list(params);
  yes<Equals<typeof all, Paged<FilmsListResult<FilmsListPart>>>>();
  const tuple = ['statistics'] as const;
  console.log((await client.films.list({ part: tuple })).items[0]?.statistics.viewCount);
}

export async function updated(): Promise<void> {
  const body: Film = { snippet: { title: 'x' } };
  const changed: Film = await client.films.update({ body });
  const part = await filmsUpdate(core, { body, part: ['snippet'] });
  const title: string | undefined = part.snippet.title;
  console.log(changed.snippet?.title, changed['anything'], title);
  // @ts-expect-error -- the part was not requested
  console.log(part.status);
}

export function refused(): void {
  // @ts-expect-error -- no such part
  void client.films.list({ part: ['snipet'] });
  // @ts-expect-error -- not a part of this operation
  void client.films.update({ body: {}, part: ['statistics'] });
  // @ts-expect-error -- a list, for those who have a compiler
  void client.films.list({ part: 'snippet' });
}
`;

const sometimes = `
import { createFilms } from './index.js';
export async function run(): Promise<void> {
  const page = await createFilms().films.list({ part: ['snippet', 'status'] });
  const film = page.items[0];
  if (film === undefined) return;
  console.log(film.snippet.title, film.status?.privacyStatus);
  // @ts-expect-error -- it may be left out
  console.log(film.status.privacyStatus);
  // @ts-expect-error -- it was not requested
  console.log(film.statistics);
  const other = await createFilms().films.list();
  // @ts-expect-error -- it was not requested
  console.log(other.items[0]?.status);
}
`;

test('a part that the service may leave out is optional', async () => {
  const spec = readSpec('positive-parts').replace('of: items, always', 'of: items, sometimes: [status], always');
  const { errors, hover } = await checkTypes('films', spec, sometimes);
  expect(errors).toEqual([]);
  expect(hover['film']).toContain('readonly status?: {');
});

test('a response has exactly the requested parts', async () => {
  const { errors, hover } = await checkTypes('films', readSpec('positive-parts'), parts);
  expect(errors).toEqual([]);
  // An editor shows the properties, not the name of a type.
  expect(hover['page']).toContain('const page: ');
  expect(hover['film']).toBe(`const film: {
    readonly kind: "film";
    readonly etag: string;
    readonly id: string;
    readonly snippet: FilmSnippet;
    readonly status: {
        privacyStatus?: "public" | "private" | Unrecognized;
    };
} | undefined`);
});

const stream = `
import { createReports } from './index.js';
import type { ApiPromise, ApiStream, Row } from './index.js';
import { createCore, reportsGenerate } from './operations.js';
export async function run(): Promise<void> {
  const call: ApiStream<Row> = createReports().reports.generate();
  const promise: ApiPromise<readonly Row[]> = call;
  for await (const row of call) console.log(row.count);
  const rows: readonly Row[] = await reportsGenerate(createCore());
  console.log(promise, rows);
  // @ts-expect-error -- a row has no such property
  for await (const row of reportsGenerate(createCore())) console.log(row.size);
}
`;

test('a streamed response is a promise of all items, and iterates over them', async () => {
  expect((await checkTypes('reports', readSpec('positive-stream'), stream)).errors).toEqual([]);
});
