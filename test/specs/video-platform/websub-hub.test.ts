import { createHmac } from 'node:crypto';
import { declaredEndpoints, webhooks, startEmulator, type Emulator, type EmulatorPlan } from '@speccast/emulator';
import { withControl } from '@speccast/emulator/control';
import { beforeEach, describe, expect, it } from 'vitest';
import { channelFeed } from '../../../specs/video-platform/capabilities/websub/channel-feed.js';
import { hub } from '../../../specs/video-platform/capabilities/websub/hub.js';
import { notifyHub } from '../../../specs/video-platform/capabilities/websub/notify-hub.js';
import { parseFeed } from '../../../specs/video-platform/modules/websub.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const site = 'https://www.example.com';
const feed = '/xml/feeds/videos.xml';

const plan: EmulatorPlan = {
  service: { name: 'tiny', version: '1', security: {} },
  basePaths: [''],
  capabilities: { hub, channelFeed, notifyHub },
  settings: {},
  features: [webhooks, declaredEndpoints],
  ...data<Pick<EmulatorPlan, 'seed' | 'resources' | 'operations'>>('a service of videos'),
  endpoints: [
    {
      path: '/subscribe',
      method: 'POST',
      action: { perform: 'hub', feeds: [feed], lease: 432_000, longestLease: 828_000 },
    },
    { path: feed, method: 'GET', action: { perform: 'channelFeed', site, hub: '/subscribe', most: 15 } },
  ],
  listeners: [
    { of: 'videos', on: ['insert', 'update', 'delete'], action: { perform: 'notifyHub', site, title: 'Video feed' } },
  ],
};

const root = 'https://tiny.test';
const callback = 'https://me.test/hook?own=1';
const topic = `${site}${feed}?channel_id=c1`;

let emulator: Emulator;
let received: { readonly request: Request; readonly body: string }[];
/** Returns the callback's response to a verification; tests replace it. */
let confirm: (url: URL) => Response;

/** The status of the callback's responses to notifications. */
let notified = 204;

function start(receive: (request: Request) => Promise<Response>): Emulator {
  return startEmulator<Record<string, Record<string, unknown>>>(plan, { webhooks: { fetch: receive } });
}

beforeEach(() => {
  received = [];
  notified = 204;
  confirm = (url) => new Response(url.searchParams.get('hub.challenge'));
  emulator = start(async (request) => {
    received.push({ request, body: await request.clone().text() });
    return request.method === 'GET' ? confirm(new URL(request.url)) : new Response(null, { status: notified });
  });
});

/** Sends a request to subscribe, with the fields `hub.*`: `{ mode: 'unsubscribe' }`. A field that is empty is left out. */
function subscribe(fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  const all = { mode: 'subscribe', callback, topic, verify: 'sync', ...fields };
  const body = new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [[`hub.${name}`, value]])),
  );
  return emulator.fetch(new Request(`${root}/subscribe`, { method: 'POST', body }));
}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await emulator.fetch(
    new Request(root + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  );
  await emulator.webhooks.idle();
  return response;
}

const video = (title: string, privacyStatus = 'public'): { [name: string]: { [name: string]: string } } => ({
  snippet: { title, channelId: 'c1', channelTitle: 'Harbour', publishedAt: '2024-02-01T00:00:00Z' },
  status: { privacyStatus },
});

/** Returns the events of all notifications so far. */
function events(): readonly unknown[] {
  return received.filter(({ request }) => request.method === 'POST').flatMap(({ body }) => parseFeed(body));
}

/** One action on the hub, with the results that are expected after it. */
interface Step {
  /** Fields of a request to subscribe, as for `subscribe`. */
  readonly ask?: Readonly<Record<string, string>>;
  /** A new video of the channel. */
  readonly insert?: { readonly id?: string; readonly title: string; readonly privacyStatus?: string };
  readonly call?: readonly [method: string, path: string, body?: object];
  /** The callback's response to verifications from now on. `<challenge>` in the text is replaced by the challenge of the request. */
  readonly confirm?: readonly [status: number, text: string];
  /** The callback's status for notifications from now on. */
  readonly notified?: number;
  /** Milliseconds by which the clock is advanced. */
  readonly advance?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The events of all notifications so far. */
  readonly events?: readonly object[];
  /** The events of the feed that `call` requested. */
  readonly feed?: readonly object[];
  /** The queries of all verifications so far. */
  readonly verified?: readonly object[];
}

/** Replaces regular expressions among the values by matchers: `{ a: /b/ }` → `{ a: expect.stringMatching(/b/) }`. */
function toMatchers(values: object): object {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof RegExp ? expect.stringMatching(value) : value]),
  );
}

async function play(step: Step): Promise<void> {
  if (step.confirm !== undefined) {
    const [status, text] = step.confirm;
    confirm = (url) =>
      new Response(text.replace('<challenge>', url.searchParams.get('hub.challenge') ?? ''), { status });
  }
  notified = step.notified ?? notified;
  emulator.clock.advance(step.advance ?? 0);
  const { id, title = '', privacyStatus } = step.insert ?? {};
  const row = { ...(id !== undefined && { id }), ...video(title, privacyStatus) };
  const [method, path, body] = step.call ?? ['POST', '/videos', row];
  const hasCall = step.insert !== undefined || step.call !== undefined;
  const response =
    step.ask !== undefined ? await subscribe(step.ask) : hasCall ? await call(method, path, body) : undefined;
  await emulator.webhooks.idle();
  if (step.status !== undefined) expect(response?.status).toBe(step.status);
  for (const [name, value] of Object.entries(step.headers ?? {}))
    expect({ [name]: response?.headers.get(name) }).toEqual(toMatchers({ [name]: value }));
  if (step.feed !== undefined) expect(parseFeed((await response?.text()) ?? '')).toMatchObject(step.feed);
  if (step.events !== undefined) {
    expect(events()).toHaveLength(step.events.length);
    expect(events()).toMatchObject(step.events);
  }
  if (step.verified !== undefined) {
    const queries = received.filter(({ request }) => request.method === 'GET').map(({ request }) => request.url);
    const all = queries.map((url) => Object.fromEntries(new URL(url).searchParams));
    expect(all).toHaveLength(step.verified.length);
    expect(all).toMatchObject(step.verified.map(toMatchers));
  }
}

describe('the hub', () => {
  table('steps', async ({ steps }: { readonly steps: readonly Step[] }) => {
    for (const step of steps) await play(step);
  });

  it.each([
    ['reset', () => emulator.reset()],
    ['restore', () => emulator.restore(emulator.snapshot())],
  ])('responds to a waiting synchronous request at %s', async (_name, replace) => {
    let began: () => void = () => {};
    const hanging = new Promise<void>((resolve) => (began = resolve));
    emulator = start(() => {
      began();
      return new Promise(() => {});
    });
    const response = subscribe();
    await hanging;
    replace();
    expect((await response).status).toBe(409);
    expect(await (await response).text()).toMatch(/another state of the emulator|state of the emulator was replaced/);
  });

  it('names its verifications and notifications, so that faults can be set for them', async () => {
    emulator.webhooks.on('websub.verification').drop().once();
    const response = await subscribe();
    expect([response.status, await response.text()]).toEqual([
      409,
      'The callback did not confirm. A fault dropped it.\n',
    ]);
    await subscribe();
    emulator.webhooks.on('websub.notification').drop().once();
    await call('POST', '/videos', video('Lost'));
    await call('POST', '/videos', video('Sent'));
    expect(events()).toMatchObject([{ title: 'Sent' }]);
    expect(() => emulator.webhooks.on('websub.other').drop()).toThrow('There is no webhook websub.other.');
    expect(emulator.webhooks.others).toEqual(['websub.verification', 'websub.notification']);
  });

  it('keeps secrets out of the journal and the deliveries', async () => {
    await subscribe({ secret: 'private', verify_token: 'private' });
    await emulator.fetch(new Request(`${root}/subscribe?hub.secret=private`, { method: 'POST' }));
    expect(JSON.stringify([emulator.journal, emulator.webhooks.deliveries])).not.toContain('private');
    expect(emulator.journal[0]?.body).toMatchObject({ 'hub.secret': 'redacted', 'hub.topic': topic });
  });

  it('rejects a callback on a host that is not allowed', async () => {
    emulator = startEmulator<Record<string, Record<string, unknown>>>(plan);
    const response = await subscribe({ callback: 'https://elsewhere.test/hook' });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/^hub.callback cannot be sent to: The host elsewhere.test is not allowed/),
    ]);
    expect((await subscribe({ callback: 'http://127.0.0.1:1/__mock/reset' })).status).toBe(400);
  });

  it('rejects repeated fields, JSON, and bytes that are not UTF-8', async () => {
    const twice = new URLSearchParams([
      ['hub.mode', 'subscribe'],
      ['hub.mode', 'unsubscribe'],
    ]);
    const response = await emulator.fetch(`${root}/subscribe`, { method: 'POST', body: twice });
    expect([response.status, await response.text()]).toEqual([400, 'hub.mode comes twice.\n']);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ 'hub.mode': 'subscribe' });
    expect((await emulator.fetch(`${root}/subscribe`, { method: 'POST', body, headers })).status).toBe(415);
    const noUtf8 = {
      method: 'POST',
      body: 'hub.mode=%FF',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect((await emulator.fetch(`${root}/subscribe`, noUtf8)).status).toBe(400);
  });

  table('rejects hub.%s=%s in plain text', async (name: string, value: string, message: string) => {
    const response = await subscribe({ [name]: value });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    expect(await response.text()).toContain(message);
    expect(received).toEqual([]);
  });

  it('rejects other methods and bodies', async () => {
    const get = await call('GET', '/subscribe');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    const xml = { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } };
    expect((await emulator.fetch(new Request(`${root}/subscribe`, xml))).status).toBe(415);
    const long = { method: 'POST', body: new URLSearchParams({ a: 'x'.repeat(70_000) }) };
    expect((await emulator.fetch(new Request(`${root}/subscribe`, long))).status).toBe(413);
  });

  it.each(['hush', 'whsec_aHVzaA==', 'sörtë'])(
    'signs notifications with the bytes of the secret %s',
    async (secret) => {
      await subscribe({ secret });
      await call('PATCH', '/videos/v1', { snippet: { title: 'Rye', channelId: 'c1' } });
      const sent = received.find(({ request }) => request.method === 'POST');
      expect(sent?.request.headers.get('x-hub-signature')).toBe(
        `sha1=${createHmac('sha1', secret)
          .update(sent?.body ?? '')
          .digest('hex')}`,
      );
      expect(sent?.request.headers.get('link')).toBe(`<${root}/subscribe>; rel="hub", <${topic}>; rel="self"`);
      expect(events()).toMatchObject([{ type: 'video', videoId: 'v1', title: 'Rye' }]);
    },
  );

  it('notifies of rows that tests change, and not of a seed, restore, load or reset', async () => {
    await subscribe();
    const before = emulator.snapshot();
    emulator.state['videos']?.insert({ id: 'v9', ...video('By hand') });
    emulator.state['videos']?.remove('v9');
    await emulator.webhooks.idle();
    expect(events()).toMatchObject([{ title: 'By hand' }, { type: 'deletion', videoId: 'v9' }]);
    emulator.seed({ videos: [video('Seeded')] });
    emulator.restore(before);
    emulator.load(JSON.parse(JSON.stringify(emulator.save())));
    emulator.reset();
    await emulator.webhooks.idle();
    expect(events()).toHaveLength(2);
  });

  it('notifies of changes in the console and their undo, and not of scenarios', async () => {
    const { fetch } = withControl(emulator);
    const control = (method: string, path: string, body?: unknown): Promise<Response> =>
      fetch(
        new Request(`http://localhost/__mock${path}`, {
          method,
          ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        }),
      );
    await subscribe();
    const row = emulator.state['videos']?.get('v1');
    const edited = await control('PUT', '/state/videos/v1', { ...row, ...video('Edited') });
    expect(edited.status).toBe(200);
    await control('POST', '/undo', { id: edited.headers.get('x-mock-undo') });
    await emulator.webhooks.idle();
    expect(events()).toMatchObject([{ title: 'Edited' }, { title: 'Bread' }]);
    const many = { time: '2026-01-01T00:00:00Z', tables: { videos: [{ id: 'v8', ...video('Loaded') }] } };
    expect((await control('PUT', '/scenarios/many', many)).status).toBeLessThan(300);
    const loaded = await control('POST', '/scenarios/many/load');
    expect(emulator.state['videos']?.list()).toHaveLength(1);
    await control('POST', '/undo', { id: loaded.headers.get('x-mock-undo') });
    expect(emulator.state['videos']?.get('v1')).toBeDefined();
    await emulator.webhooks.idle();
    expect(events()).toHaveLength(2);
  });
});
