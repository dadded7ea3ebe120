import type { JsonObject } from '../read/json.js';
import { decodePercent } from '../references/pointer.js';
import type { ReadOverlayContext } from './read-overlay.js';

/** The documents that an overlay names and that it is applied to. */
interface ExtendsContext extends ReadOverlayContext {
  /** The overlay document, as the user named it. */
  readonly file: string;
}

/** Warns where an overlay says that it was made for another document; an absolute address says nothing about files. */
export function checkExtends(root: JsonObject, { spec, file, places, diagnostics }: ExtendsContext): void {
  const named = root['extends'];
  if (typeof named !== 'string' || /^[A-Za-z][A-Za-z0-9+.-]+:/.test(named)) return;
  const wanted = resolvePath(file, decodePercent(named.replace(/[?#].*$/s, '')));
  const given = resolvePath('', spec);
  // A path from the root and one from the current folder may still be the same file.
  const same = wanted.startsWith('/') === given.startsWith('/') ? wanted === given : nameOf(wanted) === nameOf(given);
  if (same) return;
  const message = `this overlay extends ${JSON.stringify(named)}, which is not the document it is applied to, ${spec}`;
  diagnostics.warning('overlay-extends', message, places.ofValue(root, 'extends'));
}

function resolvePath(from: string, path: string): string {
  const text = path.startsWith('/') ? path : from.slice(0, from.lastIndexOf('/') + 1) + path;
  const steps: string[] = [];
  for (const step of text.split('/')) {
    const up = step === '..' && steps.length > 0 && steps.at(-1) !== '..';
    if (up) steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return `${text.startsWith('/') ? '/' : ''}${steps.join('/')}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
