import type { JsonObject } from '../../json.js';
import { decodePercent, parsePointer, printFragment } from '../read/pointer.js';
import type { Positions } from '../read/positions.js';

/** Returns whether references may resolve to a file. Its name is relative like that of the root file, or an address. */
export type AllowRef = (file: string) => boolean;

/**
 * Creates the rule from folders, named like the root file, and prefixes of addresses. A prefix matches only whole steps of a
 * path.
 */
export function allowRefs(allowed: readonly string[]): AllowRef {
  return (file) =>
    allowed.some((one) => {
      if (!isAddress(one))
        return !isAddress(file) && normalizeName(file).startsWith(`${normalizeName(one).replace(/\/$/, '')}/`);
      const [address, start] = [resolveAddress(file), resolveAddress(one)];
      if (address === undefined || start === undefined) return false;
      return address === start || address.startsWith(start.endsWith('/') ? start : `${start}/`);
    });
}

/** Returns whether a text is a web address. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Resolves a reference relative to an address, without its fragment; `undefined` if the result is no web address. */
function resolveAddress(reference: string, from?: string): string | undefined {
  if (!URL.canParse(reference, from)) return undefined;
  const url = new URL(reference, from);
  url.hash = '';
  return isAddress(url.href) && url.username + url.password === '' ? url.href : undefined;
}

/** Removes `.` and `..` from the name of a file, except `..` at its start: `../a/./b/../c` → `../a/c`. */
export function normalizeName(file: string): string {
  const steps: string[] = [];
  for (const step of file.split('/')) {
    if (step === '.' || (step === '' && steps.length > 0)) continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..' && steps.at(-1) !== '') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

/**
 * The parts of a `$ref`: the fragment, and the path of the file relative to the folder of the root file (empty for the root file
 * itself) or its address.
 */
interface ReferenceTarget {
  readonly path: string;
  readonly fragment: string;
}

/** The reason why a `$ref` must not be followed, as the end of a sentence that begins with the reference. */
interface Rejection {
  readonly rejected: string;
}

/**
 * Splits a `$ref` of the file `from`; rejects references that could lead out of the folder of the spec, unless they are allowed.
 */
export function parseReference(
  reference: string,
  from: string,
  allow: AllowRef = () => false,
): ReferenceTarget | Rejection {
  const hash = reference.indexOf('#');
  const fragment = hash < 0 ? '' : decodePercent(reference.slice(hash + 1));
  const written = hash < 0 ? reference : reference.slice(0, hash);
  if (written === '') return { path: from, fragment };
  if (isAddress(from) || isAddress(written)) {
    const address = resolveAddress(written, isAddress(from) ? from : undefined);
    if (address !== undefined && allow(address)) return { path: address, fragment };
    if (isAddress(from)) return { rejected: 'is an address that is not allowed' };
  }
  const file = decodePercent(written);
  const path = resolveName(file, from);
  const problem = findPathProblem(file, path);
  if (problem === undefined || (!ambiguous.test(file) && allow(path))) return { path, fragment };
  return {
    rejected: `${problem}; only files in the folder of the spec are allowed, and what \`refs\` or \`generate --allow-ref\` names`,
  };
}

/** Resolves the name of a file that is relative to another file. */
export function resolveName(file: string, from: string): string {
  return normalizeName(file.startsWith('/') ? file : from.slice(0, from.lastIndexOf('/') + 1) + file);
}

/** Characters with a different meaning on some systems: of a drive, a stream, a separator or an end. */
const ambiguous = /[:\\]|\p{Cc}/u;

function findPathProblem(file: string, path: string): string | undefined {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(file)) return 'is not a relative path';
  if (file.startsWith('/')) return 'is an absolute path';
  if (ambiguous.test(file)) return 'has a colon, backslash or control character in its path';
  return /^(?:\/|\.\.(?:\/|$))/.test(path) ? 'is outside the folder of the spec' : undefined;
}

/**
 * Returns the path of a file relative to another one. Both are relative to the folder of the root file, whose own path is empty.
 */
function relativePath(from: string, to: string, rootName: string): string {
  if (from === to) return '';
  if (isAddress(to)) return to;
  return '../'.repeat(from.split('/').length - 1) + (to === '' ? rootName : to);
}

/** Prints a reference from the file `from` to an id of the spec: `lid.yaml#/Lid` → `../lid.yaml#/Lid`. */
export function printReferenceFrom(from: string, id: string, rootName: string): string {
  const [target = '', pointer = ''] = id.split('#', 2);
  return `${relativePath(from, target, rootName)}#${printFragment(pointer)}`;
}

/** Returns a reference from an object to an id of the document, relative to the file of the object. */
export function referFrom(
  { positions, root }: { readonly positions: Positions; readonly root: JsonObject },
  from: object,
  id: string,
): string {
  const { file } = positions.get(root).source;
  return printReferenceFrom(positions.get(from).source.path, id, file.slice(file.lastIndexOf('/') + 1));
}

/**
 * Returns the name at the end of an id, which is the tag of a schema without a name in the mapping: `#/components/schemas/Cat` →
 * `Cat`.
 */
export function readName(id: string): string {
  return parsePointer(id.slice(id.indexOf('#') + 1))?.at(-1) ?? id;
}
