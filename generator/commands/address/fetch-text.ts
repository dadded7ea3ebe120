import { describeWrongAddress, isInner, printAddress } from '../../config/address.js';

/**
 * Limits of what is fetched. Bytes of a file, unpacked: more than the largest specs that are published. Milliseconds for all
 * of it, however slowly it comes: such a spec takes seconds on a slow line. Redirects: browsers follow 20, and a name of a
 * version or a mirror needs two.
 */
const limits = { bytes: 32 * 1024 * 1024, ms: 20_000, redirects: 5 };

/** Why an address may not be requested, as the end of a sentence; `undefined` where it may. */
type Reject = (url: URL) => string | undefined | Promise<string | undefined>;

/** Options of one request and its redirects. */
export interface FetchOptions {
  /** Asked before every request, those of redirects included. */
  readonly reject: Reject;
  /** Headers for the origin of the address; another origin that it redirects to gets none. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for all of it. */
  readonly ms?: number | undefined;
}

/** The text of an address, and the address that it came from in the end; or why there is none. */
export type FetchedText =
  | { readonly text: string; readonly address: string }
  | { readonly failed: string; readonly status?: number };

/** Text of an address, or why there is none; asks once, for a limited time, and follows a redirect only to where it may. */
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
      else return describeStatus(response);
      await response.body?.cancel();
    }
    return { failed: `it redirects more than ${limits.redirects} times` };
  } catch (error) {
    if (signal.aborted) return { failed: `it takes more than ${ms / 1000} seconds` };
    return { failed: error instanceof TooLarge ? error.message : explainFetchError(error) };
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function describeStatus({ status, body }: Response): Promise<FetchedText> {
  await body?.cancel();
  const needs = status === 401 || status === 403 ? '; --header names an environment variable with credentials' : '';
  return { failed: `the response is ${status}${needs}`, status };
}

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
  // What the client of Node says of a connection that ends before the response does.
  return /^(?:other side closed|terminated|Response does not match|aborted)/.test(message)
    ? `the response ends too early (${message})`
    : message;
}

/** Finds the numbers of a host. */
export type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>;

/**
 * The rule for the requests of one spec. Only who named the first address may have meant this machine or its network: what
 * is elsewhere must not send requests into it.
 */
export function createRequestRule(address: string, lookup: Lookup): Reject {
  const first = new URL(address);
  return async (url) => {
    const wrong = describeWrongAddress(url.href);
    if (wrong !== undefined || url.host === first.host || (await isWithin(first.hostname, lookup))) return wrong;
    return (await isWithin(url.hostname, lookup)) ? 'this is an address of a network of its own' : undefined;
  };
}

async function isWithin(hostname: string, lookup: Lookup): Promise<boolean> {
  if (isInner(hostname)) return true;
  const found = await lookup(hostname).catch(() => []);
  return found.some((one) => isInner(one.address));
}
