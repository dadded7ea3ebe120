import * as ads from '@speccast/ad-reporting/mocks';
import { expect, test } from 'vitest';
import { toMap, listOperations, readService, type JsonValue, type ServiceName } from '../documents/spec-files.js';
import { at, call, K, T1, type Answer } from './behaviours/call.js';
import { startPlatform } from './behaviours/platform.js';

function broken({ json }: Answer): unknown {
  return { rule: at(json, 'error.details.0.rule'), source: at(json, 'error.details.0.source') };
}

/** An operation of a spec. */
function statedIn(service: ServiceName, id: string): Readonly<Record<string, JsonValue>> {
  return toMap(listOperations(readService(service)).find((one) => one.id === id)?.node);
}

test('errors of the video platform name the source of the rule of an operation, of a limit and of a parameter', async () => {
  const { get, post } = startPlatform();
  expect(broken(await get('/videos', T1))).toEqual({
    rule: 'videos.list#selectors',
    source: statedIn('video-platform', 'videos.list')['x-source'],
  });
  const insert = (): Promise<Answer> =>
    post('/channelSections', { ...T1, json: { snippet: { type: 'recentUploads' } } });
  let answer = await insert();
  for (let count = 0; count < 10 && answer.status === 200; count += 1) answer = await insert();
  const limit = toMap(statedIn('video-platform', 'channelSections.insert')['x-limit']);
  expect(limit['x-source']).toBe('video-platform.md:132');
  expect(broken(answer)).toEqual({
    rule: 'channelSections.insert#limit/maxChannelSectionExceeded',
    source: limit['x-source'],
  });
  const { mine } = toMap(statedIn('video-platform', 'playlists.list')['x-selectors']);
  expect(broken(await get('/playlists', { ...K, query: { mine: true } }))).toEqual({
    rule: 'playlists.list#selectors/mine/token',
    source: toMap(mine)['x-source'],
  });
});

test('errors of ad reporting name the source of the rule of an operation, of the service and of a parameter', async () => {
  const emulator = ads.createEmulator();
  const service: ServiceName = 'ad-reporting';
  expect(broken(await call(emulator, 'GET', '/v1/accounts/pub-0'))).toEqual({
    rule: 'accounts.get#target',
    source: statedIn(service, 'accounts.get')['x-source'],
  });
  expect(broken(await call(emulator, 'GET', '/v1/nothing'))).toEqual({
    rule: '*#route',
    source: toMap(readService(service)['info'])['x-source'],
  });
  const sent = { query: { pageSize: -1 } };
  expect(broken(await call(emulator, 'GET', '/v1/accounts', sent))).toEqual({
    rule: '*#paging/size',
    source: 'public',
  });
});
