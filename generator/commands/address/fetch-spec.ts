import { lookup } from 'node:dns/promises';
import { Diagnostics, errorAt, locateStart, type Failure, type Position } from '../../diagnostics.js';
import { isCopied, printAddress } from '../../config/address.js';
import { fetchText, createRequestRule, type FetchedText, type Headers, type Lookup } from './fetch-text.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** Limits for all files of one spec together; published specs are far smaller. */
const limits = { files: 500, characters: 64 * 1024 * 1024, ms: 120_000 };

/** A spec that was fetched. */
export interface FetchedSpec {
  /** Its root file. The name is its address after redirects, without the query. */
  readonly root: SpecText;
  /** The address of its folder, with a slash at the end; the names of all files start with it. */
  readonly folder: string;
  /** All files by their names, the root file among them. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Options of fetching; tests pass their own network. */
export interface FetchSpecOptions {
  readonly headers?: Headers | undefined;
  /** The position of the address in a configuration. */
  readonly at?: Position | undefined;
  readonly lookup?: Lookup;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds for a file. */
  readonly ms?: number;
}

/**
 * Fetches a spec and the files in its folder that it refers to; all of them or none. Relative references start from the address of
 * the root file after redirects (RFC 3986).
 */
export async function fetchSpec(address: string, options: FetchSpecOptions = {}): Promise<FetchedSpec | Failure> {
  const reject = createRequestRule(address, options.lookup ?? ((host) => lookup(host, { all: true })));
  const { headers, fetch, ms, at = locateStart('(command line)') } = options;
  const unreadable = (from: string, why: string): Failure => ({
    diagnostics: [errorAt('unreadable-address', `${printAddress(from)} cannot be read: ${why}`, at)],
  });
  const found = await fetchText(address, { reject, headers, fetch, ms });
  if ('failed' in found) return unreadable(address, found.failed);
  const { origin, pathname } = new URL(found.address);
  const root = { file: `${origin}${pathname}`, text: found.text };
  const folder = root.file.slice(0, root.file.lastIndexOf('/') + 1);
  // Another origin must not get the credentials.
  const own = origin === new URL(address).origin ? headers : undefined;
  const rejectPart = (url: URL): string | undefined =>
    url.href.startsWith(folder) ? undefined : 'this is outside of the folder of the spec';
  const texts = new Map([[root.file, root.text]]);
  const get = (url: string): Promise<FetchedText> => fetchText(url, { reject: rejectPart, headers: own, fetch, ms });
  const problem = await fetchParts(root, folder, { texts, get });
  if (problem !== undefined) return unreadable(problem.address, problem.why);
  if (texts.size === 1) return { root, folder, texts };
  const again = await fetchText(address, { reject, headers, fetch, ms });
  if ('text' in again && again.text === root.text) return { root, folder, texts };
  return unreadable(address, 'it changed while its files were fetched; try again');
}

/** Adds all files that references resolve to, in rounds: each round fetches the files that those of the round before refer to. Returns the address that failed. */
async function fetchParts(
  root: SpecText,
  folder: string,
  { texts, get }: { readonly texts: Map<string, string>; readonly get: (address: string) => Promise<FetchedText> },
): Promise<{ readonly address: string; readonly why: string } | undefined> {
  const { readSpec } = await import('../../spec/read-spec.js');
  const absent = new Set<string>();
  const end = performance.now() + limits.ms;
  let size = root.text.length;
  for (;;) {
    const missing = new Set<string>();
    const readFile = (file: string): string | undefined => {
      const known = texts.has(file) || absent.has(file) || !file.startsWith(folder);
      if (!known) missing.add(file);
      return texts.get(file);
    };
    // Reading finds the missing files. All other mistakes are reported when the spec is read later.
    readSpec(root, { readFile, diagnostics: new Diagnostics() });
    if (missing.size === 0) return undefined;
    for (const file of missing) {
      const path = file.slice(folder.length);
      const part = folder + path.split('/').map(encodeURIComponent).join('/');
      const fetched: FetchedText = isCopied(path) ? await get(part) : { failed: '', status: 404 };
      if ('text' in fetched) texts.set(file, fetched.text);
      // `readSpec` reports the reference to a missing file later, with its position.
      else if (fetched.status === 404 || fetched.status === 410) absent.add(file);
      else return { address: part, why: fetched.failed };
      size += 'text' in fetched ? fetched.text.length : 0;
      const address = root.file;
      if (texts.size + absent.size > limits.files)
        return { address, why: `it refers to more than ${limits.files} files` };
      if (size > limits.characters) return { address, why: `its files have more than ${limits.characters} characters` };
      if (performance.now() > end) return { address, why: `its files take more than ${limits.ms / 1000} seconds` };
    }
  }
}
