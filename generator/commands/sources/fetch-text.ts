/** Limits of what is fetched: bytes of a file, milliseconds for all of it, redirects on the way. */
const limits = { bytes: 32 * 1024 * 1024, ms: 20_000, redirects: 5 };

/** What fetching a file needs. */
export interface FetchTextOptions {
  /** Whether an address may be asked; redirects are asked about, too. */
  readonly allow: (address: string) => boolean;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Text of an address, or why there is none; sends no credentials and follows a redirect only to where it may. */
export async function fetchText(
  address: string,
  { allow, fetch = globalThis.fetch }: FetchTextOptions,
): Promise<{ readonly text: string } | { readonly failed: string }> {
  const signal = AbortSignal.timeout(limits.ms);
  let url = address;
  try {
    for (let hops = 0; hops <= limits.redirects; hops++) {
      if (!allow(url)) return { failed: `it redirects to ${url}, which no --allow-ref names` };
      const response = await fetch(url, { redirect: 'manual', credentials: 'omit', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = new URL(location, url).href;
      } else if (response.ok) return await readWithin(response);
      else return { failed: `the response is ${response.status}` };
    }
    return { failed: `it redirects more than ${limits.redirects} times` };
  } catch (error) {
    return { failed: signal.aborted ? `it takes more than ${limits.ms / 1000} seconds` : messageOf(error) };
  }
}

async function readWithin({ body }: Response): Promise<{ readonly text: string } | { readonly failed: string }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limits.bytes) return { failed: `it is larger than ${limits.bytes / 1024 / 1024} MiB` };
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
