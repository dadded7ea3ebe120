import { type PathPart, pathParts } from '../operations/paths.js';

/** What an operation acts on: a collection as a whole, or one of its things. */
export interface ResourceSite {
  /** Address of the collection, the same for `/v1/{parent=shops/*}/pets` and `/v1/{name=shops/*` + `/pets/*}`. */
  readonly collection: string;
  /** Variable that names the thing; absent where the operation acts on all of them. */
  readonly item?: string;
  /** Variable that names the parent: `parent`. */
  readonly parent?: string;
  /** What a resource name has before its last segment: `pets/`; absent where things have plain ids. */
  readonly prefix?: string;
  /** Whether names begin with that of a parent. */
  readonly nested: boolean;
}

/** Finds out what the operations of a path act on: `/pets/{petId}` and `/v1/{name=pets/*}` one thing, all else a collection. */
export function siteOfPath(path: string): ResourceSite {
  const parts = pathParts(path);
  const texts = parts.map(addressOf);
  const last = parts.at(-1);
  const before = texts.slice(0, -1).join('');
  const whole = { collection: texts.join(''), ...parentOf(parts), nested: texts.join('').includes('*') };
  if (last?.kind !== 'variable') return whole;
  if (last.template === undefined) {
    const left = parts.at(-2);
    const isItem = left?.kind === 'text' && /\/[^/]+\/$/.test(left.text);
    return isItem ? { collection: before.slice(0, -1), item: last.name, nested: before.includes('*') } : whole;
  }
  const [, outer = '', segment] = /^((?:.+\/)?)([^/*]+)\/\*$/.exec(last.template) ?? [];
  if (segment === undefined) return whole;
  const collection = `${before}${outer}${segment}`;
  return { collection, item: last.name, prefix: `${segment}/`, nested: collection.includes('*') };
}

function addressOf(part: PathPart): string {
  if (part.kind === 'text') return part.text;
  return part.template ?? `{${part.name}}`;
}

/** The one variable with a template that comes before the end. */
function parentOf(parts: readonly PathPart[]): { readonly parent?: string } {
  const named = parts.slice(0, -1).filter((part) => part.kind === 'variable' && part.template !== undefined);
  const [only] = named;
  return named.length === 1 && only?.kind === 'variable' ? { parent: only.name } : {};
}
