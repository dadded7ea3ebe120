import { type PathPart, pathParts } from '../tools/paths.js';

/** What an operation acts on: a collection as a whole, or one of its things. */
export interface ResourceSite {
  /**
   * Address of the collection, the same for `/v1/{parent=shops/*}/pets` and `/v1/{name=shops/*` + `/pets/*}`, and whatever its
   * variables are called: `/shops/{}/pets`.
   */
  readonly collection: string;
  /** Variable that names the thing; absent where the operation acts on all of them. */
  readonly item?: string;
  /** Variable that names the parent: `parent`. */
  readonly parent?: string;
  /** What a resource name has before its last segment: `pets/`; absent where things have plain ids. */
  readonly prefix?: string;
  /** Whether names begin with that of a parent. */
  readonly nested: boolean;
  /** Variables of the collection's address: `shopId` of `/shops/{shopId}/pets`. */
  readonly scope: readonly string[];
}

/** A slash at the end, and what names the media type of a response: `/pets.json`, `/pets/{id}.{format}`. */
const ending = /(?:\.(?:json|xml)|\.\{format\})?\/?$/;

/** Finds out what the operations of a path act on: `/pets/{petId}` and `/v1/{name=pets/*}` one thing, all else a collection. */
export function siteOfPath(path: string): ResourceSite {
  const parts = pathParts(path.replace(ending, ''));
  const last = parts.at(-1);
  const before = parts.slice(0, -1);
  const whole = { ...findParentVariable(parts), ...toCollectionSite(parts) };
  if (last?.kind !== 'variable') return whole;
  if (last.template === undefined) {
    const [outer, left] = [parts.at(-3), parts.at(-2)];
    const isItem = left?.kind === 'text' && (/(?:^|\/)[^/]+\/$/.test(left.text) || isBetween(left.text, outer));
    return isItem ? { ...toCollectionSite(before), item: last.name } : whole;
  }
  const [, outer = '', segment] = /^((?:.+\/)?)([^/*]+)\/\*$/.exec(last.template) ?? [];
  if (segment === undefined) return whole;
  const collection = `${printCollectionPath(before)}${outer}${segment}`;
  return {
    collection,
    item: last.name,
    prefix: `${segment}/`,
    nested: collection.includes('*'),
    scope: plainVariables(before),
  };
}

/** The name of a thing can take two segments: `/repos/{owner}/{repo}`. */
function isBetween(text: string, outer: PathPart | undefined): boolean {
  return text === '/' && (outer === undefined || (outer.kind === 'variable' && outer.template === undefined));
}

function toCollectionSite(parts: readonly PathPart[]): Pick<ResourceSite, 'collection' | 'nested' | 'scope'> {
  const collection = printCollectionPath(parts).replace(/\/$/, '');
  return { collection, nested: collection.includes('*'), scope: plainVariables(parts) };
}

function printCollectionPath(parts: readonly PathPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : (part.template ?? '{}'))).join('');
}

function plainVariables(parts: readonly PathPart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'variable' && part.template === undefined ? part.name : []));
}

/** The one variable with a template that comes before the end. */
function findParentVariable(parts: readonly PathPart[]): { readonly parent?: string } {
  const named = parts.slice(0, -1).filter((part) => part.kind === 'variable' && part.template !== undefined);
  const [only] = named;
  return named.length === 1 && only?.kind === 'variable' ? { parent: only.name } : {};
}
