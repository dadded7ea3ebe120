import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Media } from '@speccast/runtime/client';
import type { UploadState } from '@speccast/runtime';
import { createBytes, createUploadServer, hashBytes, createErrorResponse, type Fault } from './upload-server.js';
import { createSource, createStream, unit, uploadTo } from './upload-support.js';

const bytes = createBytes(6 * unit);

const failure: fc.Arbitrary<Fault> = fc.record(
  {
    keep: fc.integer({ min: 0, max: 3 * unit }),
    respond: fc.constantFrom(
      () => createErrorResponse(500, 'internalError'),
      () => createErrorResponse(503, 'backendError'),
      () => createErrorResponse(429, 'rateLimitExceeded', { 'retry-after': '1' }),
    ),
  },
  { requiredKeys: ['keep'] },
);

/** The faults of the first requests; `undefined` is none. */
const faults = fc.array(
  fc.option(fc.oneof({ weight: 6, arbitrary: failure }, fc.constant<Fault>({ lose: true })), { nil: undefined }),
  {
    maxLength: 12,
  },
);

const sources: Readonly<Record<string, (part: Uint8Array<ArrayBuffer>) => Media>> = {
  bytes: (part) => part,
  blob: (part) => new Blob([part]),
  source: (part) => createSource(part),
  unknown: (part) => createSource(part, { size: undefined }),
  stream: (part) => createStream(part, 77_777),
};

test('uploads with any failures store the bytes of their source', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        size: fc.oneof(fc.integer({ min: 0, max: bytes.length }), fc.constantFrom(0, unit, 2 * unit, 4 * unit)),
        units: fc.integer({ min: 1, max: 3 }),
        block: fc.constantFrom(1, 1000, unit),
        kind: fc.constantFrom(...Object.keys(sources)),
        faults,
      }),
      async ({ size, units, block, kind, faults }) => {
        // A stream can be read only once, so a lost upload cannot be repeated.
        const canLose = kind !== 'stream';
        const server = createUploadServer({
          block,
          fault: (_kind, number) => {
            const fault = faults[number - 1];
            return fault?.lose === true && !canLose ? undefined : fault;
          },
        });
        const part = bytes.slice(0, size);
        await uploadTo(server, sources[kind]?.(part) ?? part, { chunkSize: units * unit, retry: 20 });
        expect(server.completed.map(hashBytes)).toEqual([hashBytes(part)]);
      },
    ),
    { numRuns: 50 },
  );
}, 120_000);

test('an upload that is aborted at a random point can be resumed from its saved state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        size: fc.integer({ min: 1, max: bytes.length }),
        units: fc.integer({ min: 1, max: 3 }),
        stops: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
      }),
      async ({ size, units, stops }) => {
        const server = createUploadServer();
        const part = bytes.slice(0, size);
        let saved: string | undefined;
        const run = async (stop: number): Promise<unknown> => {
          const controller = new AbortController();
          const before = server.requests.length;
          const fetch = (request: Request): Promise<Response> => {
            if (server.requests.length - before >= stop) controller.abort();
            return server.fetch(request);
          };
          const resumeFrom: UploadState | undefined = saved === undefined ? undefined : JSON.parse(saved);
          const onState = (state: UploadState): void => void (saved = JSON.stringify(state));
          const options = { chunkSize: units * unit, signal: controller.signal, onState, resumeFrom };
          return uploadTo({ fetch }, createSource(part), options).result();
        };
        for (const stop of stops) await run(stop);
        expect(await run(Infinity)).toMatchObject({ ok: true, data: { size } });
        expect(server.completed.map(hashBytes)).toContain(hashBytes(part));
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);
