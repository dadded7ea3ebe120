import { decodePercent } from './pointer.js';
import { type AllowRef, isAddress, normalizeName, resolveAddress } from './allowed-refs.js';

/** The parts of a `$ref`: path of the file relative to the root's folder (empty: the root file), or its address, and the fragment. */
export interface ReferenceTarget {
  readonly path: string;
  readonly fragment: string;
}

/** Why a `$ref` may not be followed, as the end of a sentence that starts with the reference. */
export interface Refusal {
  readonly refused: string;
}

/** Splits a `$ref` that stands in the file `from`; refuses whatever could leave the folder of the spec, unless that is allowed. */
export function parseReference(
  reference: string,
  from: string,
  allow: AllowRef = () => false,
): ReferenceTarget | Refusal {
  const hash = reference.indexOf('#');
  const fragment = hash < 0 ? '' : decodePercent(reference.slice(hash + 1));
  const written = hash < 0 ? reference : reference.slice(0, hash);
  if (written === '') return { path: from, fragment };
  if (isAddress(from) || isAddress(written)) {
    const address = resolveAddress(written, isAddress(from) ? from : undefined);
    if (address !== undefined && allow(address)) return { path: address, fragment };
    if (isAddress(from)) return { refused: 'leads to an address that may not be read' };
  }
  const file = decodePercent(written);
  const path = normalise(file, from);
  if (typeof path === 'string') return { path, fragment };
  const outside = outsideOf(file, from);
  return outside !== undefined && allow(outside) ? { path: outside, fragment } : path;
}

/** The path of a file outside the folder of the spec; `undefined` where the text is none that is the same on every system. */
function outsideOf(file: string, from: string): string | undefined {
  if (/[:\\]|\p{Cc}/u.test(file)) return undefined;
  return file.startsWith('/') ? normalizeName(file) : normalizeName(`${from.replace(/[^/]*$/, '')}${file}`);
}

const limits = 'only files in the folder of the spec are read, and what --allow-ref names';

function normalise(file: string, from: string): string | Refusal {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(file)) return { refused: `is not a relative path; ${limits}` };
  if (file.startsWith('/')) return { refused: `is an absolute path; ${limits}` };
  // These mean different things on different systems: a drive, a stream, a separator, an end.
  if (/[:\\]|\p{Cc}/u.test(file))
    return { refused: `has a colon, backslash or control character in its path; ${limits}` };
  const steps = from.split('/').slice(0, -1);
  // A file outside the folder of the spec refers to what is outside, too.
  if (steps[0] === '..' || from.startsWith('/')) return { refused: `leaves the folder of the spec; ${limits}` };
  for (const step of file.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return { refused: `leaves the folder of the spec; ${limits}` };
  }
  return steps.join('/');
}
