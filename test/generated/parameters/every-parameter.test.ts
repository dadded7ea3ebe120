import { createEmulator as createAdReporting, type AdReportingEmulator } from '@speccast/ad-reporting/mocks';
import { document as adDocument } from '@speccast/ad-reporting/spec';
import { createEmulator, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { document as videoDocument } from '@speccast/video-platform/spec';
import { describe, expect, test } from 'vitest';
import { writeRelated } from '../behaviours/platform.js';
import { drawPng } from '../images.js';
import { at, call, listAt, textAt, type FetchedResponse, type RequestOptions } from '../behaviours/call.js';
import { scenario, trials, type OperationTrials, type Trial } from './parameter-trials.js';

const banner = drawPng(2048, 1152);

type Emulator = AdReportingEmulator | VideoPlatformEmulator;

/** An operation of a document, with its parameters by name. */
interface Declared {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: ReadonlyMap<string, unknown>;
  /** True if the success response is JSON. */
  readonly isJson: boolean;
}

function listOperations(document: object): readonly Declared[] {
  return Object.entries(Object(at(document, 'paths'))).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, operation]) => {
      const id = textAt(operation, 'operationId');
      if (id === '' || Object.hasOwn(Object(at(operation, 'responses')), '405')) return [];
      const parameters = listAt(operation, 'parameters').map((one) => {
        const reference = textAt(one, '$ref');
        const found = reference === '' ? one : at(document, reference.slice(2).replaceAll('/', '.'));
        return [textAt(found, 'name'), found] as const;
      });
      const content = Object(at(operation, 'responses.200.content'));
      const isJson = Object.hasOwn(content, 'application/json');
      return [{ id, method: method.toUpperCase(), path, parameters: new Map(parameters), isJson }];
    }),
  );
}

/** Sends requests of one operation, each in a copy of the world, and observes the response and, after a write, the state. */
class TrialRunner {
  readonly #origin: Emulator;
  readonly #operation: Declared;
  readonly #base: OperationTrials;
  readonly #names: Readonly<Record<string, string>>;
  /** Results by query: equal requests in equal worlds have equal results. */
  readonly #seen = new Map<string, Promise<FetchedResponse & { readonly seen: string }>>();

  constructor(origin: Emulator, operation: Declared, base: OperationTrials, names: Readonly<Record<string, string>>) {
    this.#origin = origin;
    this.#operation = operation;
    this.#base = base;
    this.#names = names;
  }

  /** Sends the call of the operation with a query of a `Trial`, and expects the success or error that the query states. */
  async observe(
    query: string,
    headers: RequestOptions['headers'] = {},
    world: Emulator = this.#origin.fork(),
  ): Promise<FetchedResponse & { readonly seen: string }> {
    const { method, path, parameters } = this.#operation;
    const [, mark = '', own = ''] = /^([!~]?)(.*)$/.exec(query) ?? [];
    const text = own.startsWith('?') ? own.slice(1) : `${this.#base.query ?? ''}&${own}`;
    // The last value of a name is used.
    const values = new URLSearchParams([...new Map(new URLSearchParams(this.#fill(text)))]);
    const parts = listAt(parameters.get('part'), 'schema.items.enum').map(String);
    const defaults = parts.filter((one) => one === 'id' || one === 'snippet');
    if (parts.length > 0 && !values.has('part')) values.set('part', (defaults.length > 0 ? defaults : parts).join());
    const place = path.replace(/\{(\w+)[^}]*\}/g, (_braces, name: string) => {
      const value = values.get(name) ?? '';
      values.delete(name);
      return value;
    });
    const { json, image = false, media, mediaType = '' } = this.#base.sent ?? {};
    const body: unknown = json && JSON.parse(this.#fill(JSON.stringify(json)));
    const bytes = media === undefined ? { json: body } : writeRelated(body, media, mediaType);
    const sent: RequestOptions = image ? { bytes: banner, type: 'image/png' } : bytes;
    const url = `${place}?${String(values)}`;
    const response = await call(world, method, url, { ...sent, headers, token: 'first-user' });
    if (Object.keys(headers).length === 0 && mark !== '~')
      expect(response.status >= 400, `${method} ${url}: ${response.text.slice(0, 300)}`).toBe(mark === '!');
    const state = method === 'GET' ? '' : JSON.stringify(Object.values(world.state).map((one) => one.list()));
    return {
      ...response,
      seen: `${response.status} ${response.headers.get('content-type')} ${response.text} ${state}`,
    };
  }

  /** Sends both requests of the trial of a parameter, and returns their results. */
  async try(name: string): Promise<readonly [one: string, other: string]> {
    const [one, other, headers] = await this.#findTrial(name);
    const [left, right] = [
      await (headers ? this.observe(one, headers) : this.#observeOnce(one)),
      await this.#observeOnce(other),
    ];
    return [left.seen, right.seen];
  }

  #observeOnce(query: string): Promise<FetchedResponse & { readonly seen: string }> {
    const found = this.#seen.get(query) ?? this.observe(query);
    this.#seen.set(query, found);
    return found;
  }

  async #findTrial(name: string): Promise<readonly [one: string, other: string, headers?: RequestOptions['headers']]> {
    const own: Trial | undefined = this.#base.trials?.[name];
    const size = this.#operation.parameters.has('pageSize') ? 'pageSize' : 'maxResults';
    const [first, second] = listAt(this.#operation.parameters.get('part'), 'schema.items.enum');
    const common: Readonly<Record<string, Trial>> = {
      fields: ['fields=kind', ''],
      prettyPrint: ['prettyPrint=true', ''],
      part: [`part=${first}`, second === undefined ? '~part=nothing' : `part=${second}`],
      [size]: [`${size}=1`, ''],
    };
    if (own !== undefined) return own;
    if (common[name] !== undefined) return common[name];
    if (name === 'If-Match') return ['', '', { 'if-match': '"other"' }];
    if (name === 'If-None-Match')
      return ['', '', { 'if-none-match': (await this.observe('')).headers.get('etag') ?? '' }];
    if (name === 'pageToken') {
      // The token is created in the original world, since forks that are made later know it.
      const token = textAt((await this.observe(`${size}=1`, {}, this.#origin)).json, 'nextPageToken');
      return [`${size}=1&pageToken=${encodeURIComponent(token)}`, `${size}=1`];
    }
    throw new Error(`${this.#operation.id} has no trial for ${name}: add one to trials.yaml`);
  }

  #fill(text: string): string {
    return text.replace(/\{(\w+)\}/g, (all, name: string) => this.#names[name] ?? all);
  }
}

/** Lists the parameters of an operation that have no effect and no `x-without-effect`. */
async function listIdle(runner: TrialRunner, { parameters, isJson }: Declared): Promise<readonly string[]> {
  const idle: string[] = [];
  const needsJson = new Set(['fields', 'prettyPrint']);
  expect((await runner.observe('')).seen, 'two equal requests').toBe((await runner.observe('')).seen);
  for (const [name, declared] of parameters) {
    if (textAt(declared, 'x-without-effect') !== '' || (needsJson.has(name) && !isJson)) continue;
    const [one, other] = await runner.try(name);
    if (one === other) idle.push(name);
  }
  return idle;
}

const now = (): number => Date.UTC(2026, 0, 1);

describe.each(['documented', 'vendor'] as const)('in the profile %s', (profile) => {
  const video = createEmulator({ profile, scenario, now });
  const { ownId } = video.as('first-user');
  const [playlist] = video.state.playlists.list().filter((row) => row.snippet?.title === 'My playlist');
  const ads = createAdReporting({ profile, now });
  const [own] = video.state.videos.list().filter((row) => row.snippet?.title === 'My first video');
  const [track] = video.state.captions.list().filter((row) => row.snippet?.videoId === own?.id);
  const names = {
    me: ownId,
    playlist: playlist?.id ?? '',
    caption: track?.id ?? '',
    account: ads.as('first-user').ownId,
  };
  test.each([
    ...listOperations(videoDocument).map((one) => ({ ...one, emulator: video, table: trials.video })),
    ...listOperations(adDocument).map((one) => ({ ...one, emulator: ads, table: trials.ads })),
  ])('each parameter of $id has an effect, or states why it has none', async ({ emulator, table, ...operation }) => {
    const base = table[operation.id];
    expect(base, `${operation.id} has no call in trials.yaml`).toBeDefined();
    expect(await listIdle(new TrialRunner(emulator, operation, base ?? {}, names), operation)).toEqual([]);
  });
});

test.each([
  [trials.video, videoDocument],
  [trials.ads, adDocument],
])('each trial belongs to a parameter', (table, document) => {
  const known = new Map(listOperations(document).map((one) => [one.id, one.parameters]));
  const odd = Object.entries(table).flatMap(([id, { trials = {} }]) =>
    Object.keys(trials).filter((name) => known.get(id)?.has(name) !== true),
  );
  expect(odd).toEqual([]);
});
