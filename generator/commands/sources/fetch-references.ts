import { Diagnostics } from '../../diagnostics.js';
import type { Diagnostic } from '../../diagnostics.js';
import type { ApiSources } from '../../api/read-api.js';
import { fetchText } from './fetch-text.js';
import type { SpecReader } from './spec-reader.js';
import { allowRefs, isAddress } from '../../spec/references/reference.js';

/** Most rounds of reading and fetching: each goes one reference further. */
const mostRounds = 50;

/**
 * Fetches the files on the web that references of a spec lead to, as far as they are allowed, so that the reader has them;
 * says which could not be had. Where no address is allowed, nothing is read and nothing is asked.
 */
export async function fetchReferences(
  { spec, overlays = [], readFile = () => undefined, allowedRefs = [] }: ApiSources,
  reader: SpecReader,
): Promise<readonly Diagnostic[]> {
  const addresses = allowedRefs.filter(isAddress);
  if (addresses.length === 0) return [];
  const { readSpec } = await import('../../spec/read-spec.js');
  const allow = allowRefs(addresses);
  const failed = new Diagnostics();
  for (let round = 0; round < mostRounds; round++) {
    // Reading finds what is missing; what else is wrong is said when the spec is read in earnest.
    readSpec(spec, { overlays, readFile, allowed: allowedRefs, diagnostics: new Diagnostics() });
    const wanted = reader.takeWanted();
    if (wanted.length === 0) break;
    for (const address of wanted) {
      const fetched = await fetchText(address, { allow });
      reader.keep(address, 'text' in fetched ? fetched.text : undefined);
      if ('failed' in fetched) {
        const message = `${address} cannot be read: ${fetched.failed}`;
        failed.error('unreadable-reference', message, { file: spec.file, line: 1, column: 1 });
      }
    }
  }
  return failed.list;
}
