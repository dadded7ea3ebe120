import { expect } from 'vitest';
import { textOf, type Recorder, type Sent } from './recorder.js';

/** What a call has to put on the wire. */
export interface WantedRequest {
  readonly method: string;
  /** Path below the base address, as sent (not decoded). */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON body; absent: no body, or one that the step looks at itself. */
  readonly json?: unknown;
  /** Beginning of the content type of an upload. */
  readonly type?: string;
}

/** Runs the calls of a story and notes which operations it has called. */
export interface Steps {
  readonly called: Set<string>;
  /** Calls an operation, compares what was sent with what is wanted, and gives the answer. */
  step<T>(operation: string, wanted: WantedRequest, call: () => PromiseLike<T>): Promise<T>;
}

/** How a request shows who is calling. */
export interface Credential {
  readonly header?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** What holds for every request of a story. */
export interface Setting {
  /** Path of the base address, such as `/v3`; bytes go to the same path below `/upload`. */
  readonly base: string;
  readonly credential: Credential;
  /** Parts that calls of an operation ask for where their caller names none. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Starts a story. */
export function createSteps(recorder: Recorder, setting: Setting): Steps {
  const called = new Set<string>();
  return {
    called,
    step: async (operation, wanted, call) => {
      const before = recorder.all.length;
      const answer = await call();
      expect(recorder.all.length - before, `${operation}: requests sent`).toBe(1);
      const part = setting.parts[operation];
      const query = {
        ...(part === undefined ? {} : { part }),
        ...wanted.query,
        ...setting.credential.query,
        ...uploadType(wanted),
      };
      expectRequest(recorder.last(), { ...wanted, query }, setting);
      called.add(operation);
      return answer;
    },
  };
}

/** How bytes are sent: alone, or behind JSON. */
function uploadType({ type }: WantedRequest): Readonly<Record<string, string>> {
  if (type === undefined) return {};
  return { uploadType: type.startsWith('multipart/') ? 'multipart' : 'media' };
}

function expectRequest(sent: Sent, wanted: WantedRequest, { base, credential }: Setting): void {
  expect(sent.method).toBe(wanted.method);
  expect(sent.url.pathname).toBe((wanted.type === undefined ? base : `/upload${base}`) + wanted.path);
  expect(Object.fromEntries(sent.url.searchParams)).toEqual(wanted.query);
  expect(sent.headers.get('authorization')).toBe(credential.header ?? null);
  if (wanted.json !== undefined) {
    expect(sent.headers.get('content-type')).toMatch(/^application\/json/);
    expect(JSON.parse(textOf(sent))).toEqual(wanted.json);
  } else if (wanted.type === undefined) {
    expect(sent.bytes.length, 'bytes of a body that nobody asked for').toBe(0);
  } else {
    expect(sent.headers.get('content-type')).toContain(wanted.type);
  }
}
