import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import facts from './public-discovery.json' with { type: 'json' };
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

type Members = Readonly<Record<string, unknown>>;

interface Resource {
  readonly methods?: Readonly<Record<string, Members & { readonly id: string; readonly parameters: Members }>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

interface Discovery extends Resource, Members {
  readonly parameters: Members;
  readonly schemas: Readonly<Record<string, Members>>;
}

const emulators = { youtube: createEmulator(), admob: createAdEmulator() };

async function read(name: keyof typeof emulators, address: string): Promise<Discovery> {
  // `as`: a Discovery document or directory.
  return (await (await emulators[name].fetch(address)).json()) as Discovery;
}

/** Collects the methods of a document or resource by id: `youtube.videos.list`. */
function collectMethods({ methods = {}, resources = {} }: Resource): ReadonlyMap<string, Members> {
  const own = Object.values(methods).map((method) => [method.id, method] as const);
  return new Map([...own, ...Object.values(resources).flatMap((one) => [...collectMethods(one)])]);
}

/** Returns a method without texts, with sorted parameters and scopes, to compare it. */
function toComparable(method: Members): Members {
  const { id: _id, description: _text, supportsMediaUpload: _flag, useMediaDownloadService: _other, ...rest } = method;
  const parameters = Object.entries(Object(method['parameters'])).map(([name, one]) => {
    const { description: _description, enumDescriptions: _meanings, deprecated: _deprecated, ...kept } = Object(one);
    return [name, kept] as const;
  });
  const scopes = (Array.isArray(method['scopes']) ? method['scopes'] : []).map((scope) =>
    String(scope).replace('https://www.googleapis.com/auth/', ''),
  );
  return {
    ...rest,
    parameters: Object.fromEntries(parameters.toSorted()),
    ...(scopes.length > 0 && { scopes: scopes.toSorted() }),
  };
}

/** Lists the differences between two JSON values: `youtube.videos.list parameters id type: "string" for "integer"`. */
function listDifferences(ours: unknown, theirs: unknown, at: string): readonly string[] {
  if (isObject(ours) && isObject(theirs)) {
    const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    return [...names].flatMap((name) => listDifferences(ours[name], theirs[name], `${at} ${name}`));
  }
  const [left, right] = [JSON.stringify(ours), JSON.stringify(theirs)];
  return left === right ? [] : [`${at}: ${left} for ${right}`];
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists the differences between the methods of a Discovery document and the public ones. */
function compare(name: keyof typeof facts, discovery: Discovery): readonly string[] {
  const ours = collectMethods(discovery);
  const theirs = new Map(Object.entries<Members>(facts[name].methods));
  const ids = [...new Set([...ours.keys(), ...theirs.keys()])];
  return ids.flatMap((id) => {
    const [left, right] = [ours.get(id), theirs.get(id)];
    if (left === undefined || right === undefined) return `${id}: ${left === undefined ? 'missing' : 'added'}`;
    const { supportsMediaUpload: _flag, ...published } = right;
    return listDifferences(toComparable(left), published, id);
  });
}

describe('the Discovery document of the emulator, compared with the public one', () => {
  test('of the video platform has the same methods, paths, parameters, scopes and uploads, except what its document states', async () => {
    const all = compare('youtube', await read('youtube', 'http://a.test/discovery/v1/apis/youtube/v3/rest'));
    // Not compared: the public document has an additional value for an unset enum, and `google-datetime` for `date-time`.
    const notable = all.filter((line) => !/Unspecified|Unknown|google-datetime|"none"/.test(line));
    expect(all.length - notable.length).toBe(21);
    expect(notable).toMatchInlineSnapshot(`
      [
        "youtube.activities.insert: added",
        "youtube.captions.insert mediaUpload accept: ["application/octet-stream","*/*"] for ["text/xml","application/octet-stream","*/*"]",
        "youtube.captions.update mediaUpload accept: ["application/octet-stream","*/*"] for ["text/xml","application/octet-stream","*/*"]",
        "youtube.captions.download parameters tfmt enum: ["sbv","scc","srt","ttml","vtt"] for undefined",
        "youtube.channelBanners.insert mediaUpload accept: ["image/*","application/octet-stream"] for ["image/jpeg","image/png","application/octet-stream"]",
        "youtube.channelBanners.insert request: undefined for {"$ref":"ChannelBannerResource"}",
        "youtube.commentThreads.list parameters moderationStatus enum: ["heldForReview","likelySpam","published"] for ["published","heldForReview","likelySpam","rejected"]",
        "youtube.comments.setModerationStatus parameters moderationStatus enum: ["heldForReview","published","rejected"] for ["published","heldForReview","likelySpam","rejected"]",
        "youtube.comments.markAsSpam deprecated: true for undefined",
        "youtube.guideCategories.list: added",
        "youtube.members.list parameters filterByMemberChannelId pattern: "^[^,]*(,[^,]*){0,99}$" for undefined",
        "youtube.thumbnails.set mediaUpload accept: ["image/*","application/octet-stream"] for ["image/jpeg","image/png","application/octet-stream"]",
        "youtube.watermarks.set mediaUpload accept: ["image/*","application/octet-stream"] for ["image/jpeg","image/png","application/octet-stream"]",
      ]
    `);
  });

  test('of ad reporting has the same methods, paths, parameters and scopes', async () => {
    const all = compare('admob', await read('admob', 'http://a.test/discovery/v1/apis/admob/v1/rest'));
    expect(all).toMatchInlineSnapshot(`
      [
        "admob.accounts.adUnits.list parameters pageSize default: "10000" for undefined",
        "admob.accounts.apps.list parameters pageSize default: "10000" for undefined",
        "admob.accounts.mediationReport.generate response $ref: "AccountsMediationReportGenerateResponse" for "GenerateMediationReportResponse"",
        "admob.accounts.networkReport.generate response $ref: "AccountsNetworkReportGenerateResponse" for "GenerateNetworkReportResponse"",
      ]
    `);
  });

  test.each(['youtube', 'admob'] as const)('of %s has the same name, paths and common parameters', async (name) => {
    const discovery = await read(name, `http://a.test/$discovery/rest?version=${facts[name].top.version}`);
    expect(Object.keys(discovery.parameters).toSorted()).toEqual(facts[name].parameters);
    expect(discovery).toMatchObject(facts[name].top);
  });

  test.each(['youtube', 'admob'] as const)('of %s has all schemas that it refers to', async (name) => {
    const discovery = await read(name, `http://a.test/$discovery/rest`);
    const referred = [...JSON.stringify(discovery).matchAll(/"\$ref":"([^"]*)"/g)].map(([, found]) => found ?? '');
    expect(referred.length).toBeGreaterThan(20);
    expect(referred.filter((one) => discovery.schemas[one]?.['id'] !== one)).toEqual([]);
  });
});

describe('Discovery URLs', () => {
  test.each([
    ['https://localhost:8443/discovery/v1/apis/youtube/v3/rest', 'https://localhost:8443/'],
    ['http://emulator/%24discovery/rest?version=v3', 'http://emulator/'],
    ['http://emulator:80/w/my-test/discovery/v1/apis/youtube/v3/rest', 'http://emulator/w/my-test/'],
  ])('a document at %s has URLs that begin with %s', async (address, root) => {
    const { rootUrl, mtlsRootUrl, baseUrl, basePath, batchPath } = await read('youtube', address);
    expect({ rootUrl, mtlsRootUrl, baseUrl, basePath, batchPath }).toEqual({
      rootUrl: root,
      mtlsRootUrl: root,
      baseUrl: root,
      basePath: new URL(root).pathname,
      batchPath: 'batch',
    });
  });

  test('the directory lists the service, also filtered by name', async () => {
    const list = await read('admob', 'http://a.test:1/discovery/v1/apis');
    expect(list['items']).toMatchObject([
      { id: 'admob:v1', preferred: true, discoveryRestUrl: 'http://a.test:1/discovery/v1/apis/admob/v1/rest' },
    ]);
    expect((await read('admob', 'http://a.test/discovery/v1/apis?name=admob&preferred=true'))['items']).toHaveLength(1);
    expect((await read('admob', 'http://a.test/discovery/v1/apis?name=drive'))['items']).toEqual([]);
  });

  table('%s %s responds with %i', async (method: string, path: string, status: number) => {
    const response = await emulators.youtube.fetch(`http://a.test${path}`, { method });
    expect(response.status).toBe(status);
    if (status === 404 && path !== '/discovery/v1/apis/youtube/v3/graphql')
      expect(await response.text()).toContain('this service is youtube v3: /discovery/v1/apis/youtube/v3/rest');
  });

  test('a document with a known etag responds with 304', async () => {
    const first = await emulators.youtube.fetch('http://a.test/$discovery/rest');
    const etag = first.headers.get('etag') ?? '';
    const again = await emulators.youtube.fetch('http://a.test/$discovery/rest', {
      headers: { 'if-none-match': etag },
    });
    expect([etag.length > 10, again.status]).toEqual([true, 304]);
  });
});
