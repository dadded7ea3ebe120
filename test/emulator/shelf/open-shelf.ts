import { withControl } from '@speccast/emulator/control';
import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPlan } from '@speccast/emulator';
import { importPlan } from './import-emulator.js';

/** The plan of a service with books on shelves, which readers own. */
export const shelfPlan: EmulatorPlan = await importPlan('shelf');

/** The rows of any service. */
export type AnyRows = Record<string, Record<string, unknown>>;

/** A response of an emulator, with its body. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // Tests know the members that they read.
  readonly body: { readonly [member: string]: unknown } & {
    readonly items?: readonly { readonly [member: string]: unknown }[];
  };
  /** The body if it is not JSON. */
  readonly text?: string;
  readonly bytes: Uint8Array;
  /** The reason of the first error in the body: `bookNotFound`. */
  readonly reason: string | undefined;
}

/** Parts of a request. A body that is a string, bytes or a stream is sent unchanged, anything else as JSON. */
export interface RequestParts {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a path below the base URL, or to a URL. */
export type CallEmulator = (path: string, request?: RequestParts) => Promise<TestResponse>;

/** An emulator, and a function that calls it by path. */
export interface OpenedShelf {
  readonly emulator: Emulator<AnyRows>;
  readonly call: CallEmulator;
  /** Waits until webhooks are delivered, and returns the requests to receivers since the last call. */
  readonly receive?: () => Promise<readonly unknown[]>;
  /** Values of `${name}` in rows, for example addresses. */
  readonly names?: Readonly<Record<string, string>>;
  readonly close?: () => Promise<void>;
}

/** Starts a service in memory, by default the shelf. */
export function openShelf(options: EmulatorOptions = {}, plan: EmulatorPlan = shelfPlan): OpenedShelf {
  const emulator = startEmulator<AnyRows>(plan, options);
  return { emulator, call: createCallWithControl(emulator) };
}

/** Returns a function that calls an emulator by path; paths with `/__mock` go to its control plane. */
export function createCallWithControl(emulator: Emulator): CallEmulator {
  const call = createEmulatorCall(emulator);
  let control: CallEmulator | undefined;
  const open = (): CallEmulator => {
    const { fetch } = withControl(emulator);
    return createEmulatorCall({
      baseUrl: 'http://localhost',
      fetch: async (input, init) => fetch(new Request(input, init)),
    });
  };
  return (path, sent) => {
    if (!path.includes('/__mock')) return call(path, sent);
    control ??= open();
    return control(path, sent);
  };
}

/** Returns a function that calls an emulator by path. */
export function createEmulatorCall(emulator: Pick<Emulator, 'baseUrl' | 'fetch'>): CallEmulator {
  return async (path, { method = 'GET', token, body, headers = {} } = {}) => {
    const isBytes = body instanceof Uint8Array || body instanceof ReadableStream;
    const init: RequestInit & { duplex: 'half' } = {
      method,
      duplex: 'half',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      // `BodyInit` excludes bytes in a SharedArrayBuffer, which tests do not use.
      ...(body !== undefined && {
        body: isBytes || typeof body === 'string' ? (body as BodyInit) : JSON.stringify(body),
      }),
    };
    const response = await emulator.fetch(path.startsWith('http') ? path : emulator.baseUrl + path, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const { status, headers: got } = response;
    if (got.get('content-type')?.startsWith('application/json') !== true)
      return { status, headers: got, body: {}, text, bytes, reason: undefined };
    const read = JSON.parse(text === '' ? '{}' : text);
    return {
      status,
      headers: got,
      body: read,
      bytes,
      reason: read.error?.errors?.[0]?.reason,
    };
  };
}

/** Returns the id of the shelf of a caller. */
export function findShelf(emulator: Emulator<AnyRows>, token: string): string {
  const { ownId } = emulator.as(token);
  return String(emulator.state['shelves']?.list().find((row) => row['ownerId'] === ownId)?.['id']);
}
