import { describeWrongAddress, isInner, printAddress } from '../../config/address.js';
import { WrongUsage } from '../terminal/console.js';

/**
 * Limits of one file: its bytes after decompression (published specs are smaller), milliseconds for the whole transfer (a large spec
 * takes seconds on a slow line), and redirects (a version alias or a mirror needs two; browsers follow 20).
 */
const limits = { bytes: 32 * 1024 * 1024, ms: 20_000, redirects: 5 };

/** Returns the reason why an address may not be requested, as the end of a sentence; `undefined` if it may. */
type Reject = (url: URL) => string | undefined | Promise<string | undefined>;

/** Options of one request and its redirects. */
export interface FetchOptions {
  /** Called before every request, also before those of redirects. */
  readonly reject: Reject;
  /** Headers for the origin of the address; another origin that it redirects to gets none. Default: none. */
  readonly headers?: Headers | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for all of it. */
  readonly ms?: number | undefined;
}

/** The text of an address, and the address after redirects; or the reason why it could not be fetched. */
export type FetchedText =
  | { readonly text: string; readonly address: string }
  | { readonly failed: string; readonly status?: number };

/** Fetches the text of an address, once and for a limited time. Each redirect is requested only if the rule allows it. */
export async function fetchText(address: string, options: FetchOptions): Promise<FetchedText> {
  const { reject, headers = {}, fetch = globalThis.fetch, ms = limits.ms } = options;
  const signal = AbortSignal.timeout(ms);
  const { origin } = new URL(address);
  let url = new URL(address);
  try {
    for (let hops = 0; hops <= limits.redirects; hops++) {
      const wrong = await reject(url);
      if (wrong !== undefined)
        return { failed: hops === 0 ? wrong : `it redirects to ${printAddress(url.href)}: ${wrong}` };
      const own = url.origin === origin ? headers : {};
      const response = await fetch(url.href, {
        redirect: 'manual',
        credentials: 'omit',
        headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5', ...own },
        signal,
      });
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
      if (location !== null && URL.canParse(location, url)) url = new URL(location, url);
      else if (response.ok) return { ...(await readWithin(response)), address: url.href };
      else {
        await response.body?.cancel();
        const { status } = response;
        const needs =
          status === 401 || status === 403 ? '; --header names an environment variable with credentials' : '';
        return { failed: `the response is ${status}${needs}`, status };
      }
      await response.body?.cancel();
    }
    return { failed: `it redirects more than ${limits.redirects} times` };
  } catch (error) {
    if (signal.aborted) return { failed: `it takes more than ${ms / 1000} seconds` };
    return { failed: error instanceof TooLarge ? error.message : explainFetchError(error) };
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

async function readWithin({ body }: Response): Promise<{ readonly text: string }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limits.bytes) throw new TooLarge(`it is larger than ${limits.bytes / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}

function explainFetchError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  // Messages of Node for a connection that ends before the response does.
  return /^(?:other side closed|terminated|Response does not match|aborted)/.test(message)
    ? `the response ends too early (${message})`
    : message;
}

/** Resolves the name of a host to IP addresses. */
export type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>;

/**
 * Creates the rule for the requests of one spec. A spec on the internet must not cause requests to this machine or its private
 * network. Such requests are allowed only if `address`, which the user named, is itself on this machine or in its private network.
 */
export function createRequestRule(address: string, lookup: Lookup): Reject {
  const first = new URL(address);
  return async (url) => {
    const wrong = describeWrongAddress(url.href);
    if (wrong !== undefined || url.host === first.host || (await isWithin(first.hostname, lookup))) return wrong;
    return (await isWithin(url.hostname, lookup)) ? 'this is an address in a private network' : undefined;
  };
}

async function isWithin(hostname: string, lookup: Lookup): Promise<boolean> {
  if (isInner(hostname)) return true;
  const found = await lookup(hostname).catch(() => []);
  return found.some((one) => isInner(one.address));
}

/** Headers of requests, by name. */
export type Headers = Readonly<Record<string, string>>;

/**
 * Reads `--header <Name>=<VARIABLE>`. The value is in an environment variable, because lists of processes and histories of shells
 * show command lines. No message repeats the part after the `=`: somebody may have typed the secret itself there.
 */
export function readHeaders(flags: readonly string[] | undefined): Headers {
  return Object.fromEntries((flags ?? []).map((flag) => readHeader(flag)));
}

function readHeader(flag: string): readonly [name: string, value: string] {
  const [, name, variable] = /^([\w-]+)=([A-Za-z_]\w*)$/.exec(flag) ?? [];
  if (name === undefined || variable === undefined)
    throw new WrongUsage('--header takes <Name>=<VARIABLE>, a header and the environment variable that has its value');
  // Some shells leave a line end in the value of `$(cat file)`.
  const value = process.env[variable]?.trim();
  if (value === undefined || value === '')
    throw new WrongUsage(
      `--header ${name}=…: there is no environment variable of this name; name a variable, do not write the value itself`,
    );
  if (!/^[\t\x20-\x7e]+$/.test(value))
    throw new WrongUsage(`--header ${name}=…: the value of the variable has characters that a header cannot have`);
  if (FIXED.has(name.toLowerCase())) throw new WrongUsage(`--header ${name}=…: this header is not for credentials`);
  return [name, value];
}

/** Headers that change how the response is sent, such as its encoding. */
const FIXED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'host',
  'range',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'te',
  'upgrade',
  'if-none-match',
  'if-modified-since',
]);
