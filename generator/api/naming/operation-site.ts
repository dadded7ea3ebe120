import type { OperationDraft } from '../operations/lower-operation.js';
import { parsePath } from '../tools/paths.js';
import { stripResource, type DocumentIds, type PlainId, stripFramework } from './framework-ids.js';
import { hasWords, readOwnGroup, readOwnName } from '../tools/name-options.js';
import { camelCase, type Candidates } from '../tools/names.js';
import { isPlace, type NamedPath } from './path-segments.js';
import { nameByPath, type RestContext, joinName } from './rest-names.js';
import { isSameResource, type MethodNames, shorten } from './short-names.js';

/** The group of an operation and its candidates for names, before collisions are resolved. */
export interface OperationSite {
  /** Resources from the outermost: `['shops', 'pets']`. */
  readonly group: readonly string[];
  /** Names of its method, the shortest first: `['list', 'listBooks']`. */
  readonly names: Candidates;
  /** Candidates for its method if all of `names` are taken: built from its path, or its whole operationId. */
  readonly further: Candidates;
  /** First candidate for its function, whose types and values have the same stem. */
  readonly functionName: string;
}

/** Facts about all operations of a document that the names of each depend on. */
export interface SiteContext extends RestContext {
  readonly documentIds: DocumentIds;
  readonly methodNames: MethodNames;
}

/** Finds the group of an operation and the candidates for its names; names that extensions of the spec state come first. */
export function findSite(draft: OperationDraft, context: SiteContext): OperationSite {
  const given = readOwnGroup(draft.extensions);
  const name = readOwnName(draft.extensions, 'method');
  const found = nameInResource(draft, given, context);
  return given && name ? { ...found, functionName: joinName(...given, name) } : found;
}

/** Finds the names of an operation by its id without the additions of a framework, else by method and path. */
function nameInResource(
  draft: OperationDraft,
  given: readonly string[] | undefined,
  context: SiteContext,
): OperationSite {
  const path = context.paths.read(draft.path);
  const isWhole = context.methodNames === 'operationId';
  const stated = hasWords(draft.statedId) ? draft.statedId : '';
  const plain = stated === '' || isWhole ? undefined : stripFramework(stated, { ...draft, path }, context.documentIds);
  const id = isWhole ? stated : (plain?.id ?? '');
  const steps = /\s/.test(id) ? [] : id.split(/[./]/).filter(hasWords);
  const levels = steps.slice(0, -1).map((step) => camelCase(step, 'group'));
  const group = given ?? (levels.length > 0 ? levels : [findResource(draft, path, plain)]);
  const words = operationWords(draft);
  const full = joinName(levels.length > 0 ? (steps.at(-1) ?? '') : words);
  const further = [full] as const;
  if (isWhole) return { group, further, names: [full], functionName: joinName(words) };
  if (plain && levels.length > 0)
    return { group, further, names: [shorten(full, group), full], functionName: joinName(plain.id) };
  const resource = group.at(-1) ?? '';
  const rest = nameByPath(draft, path, resource, context);
  const restNames = [...rest.names, rest.further, full] as const;
  if (!plain || (plain.isCut && isSameResource(joinName(plain.id), resource))) {
    const versioned = rest.names.map((name) => joinName(name, path.version));
    const [first] = rest.names;
    return { group, further: restNames, names: [...rest.names, ...versioned], functionName: joinName(...group, first) };
  }
  return { group, further: plain.isCut ? restNames : [full, ...restNames], ...nameById(plain, group, path) };
}

/** Names an operation by an id without dots: `BooksController_findBooks` in `books` -> `find`, `findBooks`, `booksFindBooks`. */
function nameById(
  { id, owner, version = '' }: PlainId,
  group: readonly string[],
  path: NamedPath,
): Pick<OperationSite, 'names' | 'functionName'> {
  const after = owner ? id : stripResource(id, group.at(-1) ?? '');
  const leaf = joinName(after ?? id);
  const short = shorten(leaf, group);
  const versioned = joinName(after ?? id, version || path.version);
  const names = [leaf, versioned, ...(owner ? [joinName(owner, versioned)] : [])];
  const isWhole = after === undefined || short !== leaf;
  const whole = owner ? joinName(...group, leaf) : joinName(id);
  return { names: [short, ...names], functionName: isWhole ? leaf : whole };
}

/** Finds the resource of an operation: its tag without the additions of frameworks, the class in its id, or a segment of its path. */
function findResource({ tags }: OperationDraft, { prefix, rest }: NamedPath, plain: PlainId | undefined): string {
  const owner = plain?.owner;
  const texts = rest.filter(({ kind }) => kind !== 'variable').map(({ text }) => text);
  const tag = tags.find((one) => hasWords(one) && !(/^(?:api|rest|v\d+)$/i.test(one) && texts.length > 0));
  if (!tag)
    return camelCase(
      owner ?? texts.find((text) => !isPlace(text)) ?? texts[0] ?? prefix.at(-1)?.text ?? 'default',
      'group',
    );
  // Rust's `crate::api::kites`, springdoc's `kite-controller`, gRPC's `KiteService`.
  const named = tag.replace(/^.*::(?=.)/, '').replace(/(?<=[^\s_-])[\s_-]?controller$/i, '');
  return camelCase(owner && named === `${owner}Service` ? owner : named, 'group');
}

/** Returns the words of an operation's name: its id, else method and path: `get pets by petId`. */
export function operationWords({ statedId, method, path }: OperationDraft): string {
  if (hasWords(statedId)) return statedId;
  const parts = parsePath(path).map((part) => (part.kind === 'text' ? part.text : ` by ${part.name} `));
  return `${method.toLowerCase()} ${parts.join('')}`;
}
