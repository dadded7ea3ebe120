import * as ads from '@speccast/ad-reporting/mocks';
import { expect, test } from 'vitest';
import { toMap, listOperations, readService, type JsonValue, type ServiceName } from '../documents/spec-files.js';
import { at, call, K, T1, type FetchedResponse } from './behaviours/call.js';
import { startPlatform } from './behaviours/platform.js';

/** Returns the rule that a response reports as violated, and its source. */
function readRule({ json }: FetchedResponse): unknown {
  return { rule: at(json, 'error.details.0.rule'), source: at(json, 'error.details.0.source') };
}

/** Returns an operation of a spec. */
function findSpecOperation(service: ServiceName, id: string): Readonly<Record<string, JsonValue>> {
  return toMap(listOperations(readService(service)).find((one) => one.id === id)?.node);
}

test('errors of the video platform name the violated rule and its source: of an operation, a limit and a parameter', async () => {
  const { get, post } = startPlatform();
  expect(readRule(await get('/videos', T1))).toEqual({
    rule: 'videos.list#selectors',
    source: findSpecOperation('video-platform', 'videos.list')['x-source'],
  });
  const insert = (): Promise<FetchedResponse> =>
    post('/channelSections', { ...T1, json: { snippet: { type: 'recentUploads' } } });
  let response = await insert();
  for (let count = 0; count < 10 && response.status === 200; count += 1) response = await insert();
  const limit = toMap(findSpecOperation('video-platform', 'channelSections.insert')['x-limit']);
  expect(limit['x-source']).toBe('video-platform.md:132');
  expect(readRule(response)).toEqual({
    rule: 'channelSections.insert#limit/maxChannelSectionExceeded',
    source: limit['x-source'],
  });
  const { mine } = toMap(findSpecOperation('video-platform', 'playlists.list')['x-selectors']);
  expect(readRule(await get('/playlists', { ...K, query: { mine: true } }))).toEqual({
    rule: 'playlists.list#selectors/mine/token',
    source: toMap(mine)['x-source'],
  });
});

test('errors of ad reporting name the violated rule and its source: of an operation, the service and a parameter', async () => {
  const emulator = ads.createEmulator();
  const service: ServiceName = 'ad-reporting';
  expect(readRule(await call(emulator, 'GET', '/v1/accounts/pub-0'))).toEqual({
    rule: 'accounts.get#target',
    source: findSpecOperation(service, 'accounts.get')['x-source'],
  });
  expect(readRule(await call(emulator, 'GET', '/v1/nothing'))).toEqual({
    rule: '*#route',
    source: toMap(readService(service)['info'])['x-source'],
  });
  const sent = { query: { pageSize: -1 } };
  expect(readRule(await call(emulator, 'GET', '/v1/accounts', sent))).toEqual({
    rule: '*#paging/size',
    source: 'public',
  });
});
