/** The parts of a `$ref`: path of the file relative to the root's folder (empty: the root file) and the fragment. */
export interface ReferenceTarget {
  readonly path: string;
  readonly fragment: string;
}

/** Why a `$ref` may not be followed, as the end of a sentence that starts with the reference. */
export interface Refusal {
  readonly refused: string;
}

/** Splits a `$ref` that stands in the file `from`; refuses whatever could leave the folder of the spec. */
export function parseReference(reference: string, from: string): ReferenceTarget | Refusal {
  const hash = reference.indexOf('#');
  const fragment = hash < 0 ? '' : decode(reference.slice(hash + 1));
  const file = decode(hash < 0 ? reference : reference.slice(0, hash));
  if (file === '') return { path: from, fragment };
  const path = normalise(file, from);
  return typeof path === 'string' ? { path, fragment } : path;
}

/** A text with its percent escapes resolved; as it stands where they are broken. */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const limits = 'only files in the folder of the spec are read';

function normalise(file: string, from: string): string | Refusal {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(file)) return { refused: `is not a relative path; ${limits}` };
  if (file.startsWith('/')) return { refused: `is an absolute path; ${limits}` };
  // These mean different things on different systems: a drive, a stream, a separator, an end.
  if (/[:\\]|\p{Cc}/u.test(file))
    return { refused: `has a colon, backslash or control character in its path; ${limits}` };
  const steps = from.split('/').slice(0, -1);
  for (const step of file.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return { refused: `leaves the folder of the spec; ${limits}` };
  }
  return steps.join('/');
}
