import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMediaFolder } from './clients.js';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)(`curl${hasCurl ? '' : ' (skipped: it is not installed)'}`, () => {
  const emulator = createEmulator();
  const media = createMediaFolder();
  let origin = '';
  let close = (): Promise<void> => Promise.resolve();

  beforeAll(async () => {
    const server = await serve(emulator, { port: 0 });
    origin = new URL(server.url).origin;
    close = server.close;
  });

  afterAll(async () => {
    media.remove();
    await close();
  });

  function curl(...args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile('curl', ['--silent', '--show-error', ...args], { maxBuffer: 1e8 }, (error, out) => {
        if (error === null) resolve(out);
        else reject(error);
      });
    });
  }

  test('reads a compressed list with an API key in a header', async () => {
    const address = `${origin}/youtube/v3/i18nLanguages?part=snippet`;
    const out = await curl('--compressed', '-D', '-', '-H', 'X-Goog-Api-Key: any', address);
    expect(out).toMatch(/content-encoding: gzip/i);
    expect(out).toContain('youtube#i18nLanguageListResponse');
  });

  test('uploads a file in one request, and in an interrupted session', async () => {
    const token = ['-H', 'Authorization: Bearer curl', '-H', 'Content-Type: video/mp4'];
    const upload = `${origin}/upload/youtube/v3/videos?part=id&uploadType=`;
    const file = `@${join(media.folder, 'large')}`;
    expect(await curl(...token, '--data-binary', file, `${upload}media`)).toContain('youtube#video');
    const head = await curl(
      ...token,
      '-D',
      '-',
      '-X',
      'POST',
      '-H',
      'X-Upload-Content-Length: 1000000',
      `${upload}resumable`,
    );
    const session = /^location: (\S+)/im.exec(head)?.[1] ?? '';
    const range = ['-X', 'PUT', '-H', 'Content-Range: bytes 0-262143/1000000', '-H', 'Expect:'];
    const first = await curl(...range, '--data-binary', 'x'.repeat(1000), '-o', '-', '-w', '%{http_code}', session);
    expect(first).toMatch(/400$/);
    expect(
      await curl('-X', 'PUT', '-d', '', '-H', 'Content-Range: bytes */1000000', '-w', '%{http_code}', session),
    ).toBe('308');
    expect(
      await curl('-X', 'PUT', '-H', 'Content-Type: video/mp4', '--data-binary', file, '-w', '%{http_code}', session),
    ).toMatch(/201$/);
  });

  test('sends a batch', async () => {
    const part = 'GET /youtube/v3/i18nRegions?part=snippet HTTP/1.1';
    const body = `--b\r\nContent-Type: application/http\r\nContent-ID: <a>\r\n\r\n${part}\r\n\r\n--b--\r\n`;
    const type = 'Content-Type: multipart/mixed; boundary=b';
    const out = await curl('-H', 'Authorization: Bearer curl', '-H', type, '--data-binary', body, `${origin}/batch`);
    expect(out).toMatch(/Content-ID: <response-a>[^]*HTTP\/1\.1 200 OK[^]*youtube#i18nRegionListResponse/);
  });

  test('finds the service in the directory', async () => {
    const { items } = JSON.parse(await curl(`${origin}/discovery/v1/apis`));
    const document = JSON.parse(await curl(items[0].discoveryRestUrl));
    expect([document.rootUrl, document.name]).toEqual([`${origin}/`, 'youtube']);
  });
});
