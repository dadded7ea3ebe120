import { groupPairs, reachable } from '../../iterables.js';
import { resolveTarget } from '../references/spec-context.js';
import { readInner, toArray, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { listNamedTables, readDeclaredTable } from '../check/check-extensions.js';
import { componentKinds } from '../openapi/kinds.js';
import { type KindName, hasRef, isSchemaKind } from '../openapi/rules.js';
import { walkFrom, type WalkStart } from '../openapi/walk.js';
import { rewritable } from '../read/tree.js';
import { parsePointer, printPointer } from '../read/pointer.js';
import { parseReference } from '../references/reference.js';
import type { Resolved } from '../spec-document.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import type { ListContext } from './select-operations.js';

/** A reference to a part that is left out; its target becomes a component. */
export interface Rescued extends Resolved {
  /** The object that has the reference, with its key below. */
  readonly owner: JsonObject;
  readonly key: string;
  readonly section: string;
}

/** The parts of a document that some operations need. */
export interface Reached {
  /** Names by section of the components. */
  readonly components: Map<string, Set<string>>;
  readonly tags: ReadonlySet<Json | undefined>;
  /** Tables that the remaining schemas declare. */
  readonly tables: ReadonlySet<string>;
  readonly rescued: readonly Rescued[];
}

/** The context of the search for these parts. */
export interface ReachContext extends ListContext {
  readonly vocabulary: Vocabulary | undefined;
  /** Returns whether the steps of a pointer lead into a part that is left out. */
  readonly isLeftOut: (steps: readonly string[]) => boolean;
  /** Ids of the operations that are left out. */
  readonly lostIds: ReadonlySet<string>;
}

/** Sections of `components` by the kind of their objects. */
const sections: ReadonlyMap<KindName, string> = new Map([
  ['property', 'schemas'],
  ...[...componentKinds].map(([section, kind]) => [kind, section] as const),
]);

/** Finds all parts of a document that some objects need; removes the links to operations that are left out. */
export function findReached(context: ReachContext, starts: readonly WalkStart[]): Reached {
  const search = new Search(context, starts);
  search.run();
  return search;
}

class Search implements Reached {
  readonly components = new Map<string, Set<string>>();
  readonly tags = new Set<Json | undefined>();
  readonly tables: Set<string>;
  readonly rescued: Rescued[] = [];
  readonly #context: ReachContext;
  readonly #pending: WalkStart[];
  /** The named schemas that extend a schema by `allOf`, by the id of that schema. */
  #extended: ReadonlyMap<string, readonly string[]> | undefined;
  /** The named schemas whose values are kept in each table. */
  #stored: ReadonlyMap<string | undefined, readonly string[]> | undefined;

  constructor(context: ReachContext, starts: readonly WalkStart[]) {
    const { root } = context;
    this.#context = context;
    this.tables = new Set(Object.keys(readInner(root['x-emulator'], 'tables')));
    const security = toArray(root['security']).filter(isJsonObject);
    this.#pending = [...starts, ...security.map((node) => ({ node, kind: 'securityRequirement' as const }))];
  }

  run(): void {
    this.#keepTables(this.#context.root);
    walkFrom(this.#pending, {
      visit: (node, kind) => this.#visit(node, kind),
      refer: (node, kind) => this.#refer(node, kind),
    });
  }

  #visit(node: JsonObject, kind: KindName): void {
    this.#keepTables(node);
    if (isSchemaKind(kind)) this.#visitSchema(node);
    else if (kind === 'discriminator') this.#visitMapping(node);
    else if (kind === 'response') this.#dropLinks(node);
    else if (kind === 'securityRequirement') for (const name of Object.keys(node)) this.#keep('securitySchemes', name);
    else if (kind === 'operation') for (const tag of toArray(node['tags'])) this.tags.add(tag);
  }

  /** Follows a reference and marks each component on the way, because a component may just refer to the next one. */
  #refer(node: JsonObject, kind: KindName): Json | undefined {
    const passed = new Set<JsonObject>();
    for (let from = node; !passed.has(from);) {
      passed.add(from);
      const target = this.#resolve({ owner: from, key: '$ref' }, kind);
      if (target === undefined || !hasRef(target)) return target;
      // The walk itself follows references to these kinds.
      if (isSchemaKind(kind) || kind === 'pathItem') return target;
      from = target;
    }
    return undefined;
  }

  #resolve({ owner, key }: Pick<Rescued, 'owner' | 'key'>, kind: KindName): Json | undefined {
    const target = this.#context.references.find(String(owner[key]), owner);
    if (target === undefined) return undefined;
    const section = sections.get(kind);
    const steps = target.id.startsWith('#') ? (parsePointer(target.id.slice(1)) ?? []) : [];
    if (steps[0] === 'components') this.#keep(steps[1] ?? '', steps[2] ?? '');
    else if (section !== undefined && this.#context.isLeftOut(steps))
      this.rescued.push({ ...target, owner, key, section });
    return target.value;
  }

  /** Keeps a component, and everything that it needs. */
  #keep(section: string, name: string): void {
    const names = this.components.get(section) ?? new Set();
    this.components.set(section, names);
    if (names.size === names.add(name).size) return;
    const kind = componentKinds.get(section);
    const holder = readInner(this.#context.root['components'], section);
    const node = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (kind === undefined || !isJsonObject(node)) return;
    const mayRefer = kind === 'schema' || kind === 'pathItem';
    const target = !mayRefer && hasRef(node) ? this.#refer(node, kind) : node;
    if (isJsonObject(target)) this.#pending.push({ node: target, kind });
  }

  #visitSchema(node: JsonObject): void {
    const table = readDeclaredTable(node);
    if (table !== undefined) this.tables.add(table);
    if (typeof node['$dynamicRef'] === 'string') this.#keepSchema({ owner: node, key: '$dynamicRef' });
    const target = node['discriminator'] === undefined ? resolveTarget(this.#context, node)?.value : undefined;
    const base = isJsonObject(target) ? target : node;
    if (isJsonObject(base['discriminator'])) this.#keepExtending(this.#context.positions.toId(node));
  }

  /** Keeps the schemas that extend a base with a discriminator: a value of the base may be one of theirs. */
  #keepExtending(id: string): void {
    const extended = (this.#extended ??= indexExtending(this.#context));
    const listExtending = (name: string): readonly string[] =>
      extended.get(`#${printPointer(['components', 'schemas', name])}`) ?? [];
    for (const name of reachable(extended.get(id) ?? [], listExtending)) this.#keep('schemas', name);
  }

  /** Keeps the schemas that a discriminator names: by name in the components, or by reference. */
  #visitMapping(node: JsonObject): void {
    const mapping = readInner(node, 'mapping');
    const schemas = readInner(this.#context.root['components'], 'schemas');
    const named = Object.keys(mapping).map((key) => ({ owner: mapping, key }));
    for (const origin of [...named, { owner: node, key: 'defaultMapping' }]) {
      const text = origin.owner[origin.key];
      if (typeof text !== 'string') continue;
      if (Object.hasOwn(schemas, text)) this.#keep('schemas', text);
      else this.#keepSchema(origin);
    }
  }

  /** Keeps a schema that another keyword than `$ref` refers to. */
  #keepSchema(reference: Pick<Rescued, 'owner' | 'key'>): void {
    const node = this.#resolve(reference, 'schema');
    if (isJsonObject(node)) this.#pending.push({ node, kind: 'schema' });
  }

  /** Removes links to operations that are left out. */
  #dropLinks({ links }: JsonObject): void {
    const { references, lostIds, isLeftOut } = this.#context;
    if (!isJsonObject(links)) return;
    for (const [name, stated] of Object.entries(links)) {
      const link = resolveTarget(this.#context, stated)?.value ?? stated;
      if (!isJsonObject(link)) continue;
      const { operationId, operationRef } = link;
      const { id = '' } = (typeof operationRef === 'string' && references.find(operationRef, link)) || {};
      const isLost = typeof operationId === 'string' && lostIds.has(operationId);
      if (isLost || isLeftOut((id.startsWith('#') && parsePointer(id.slice(1))) || [])) delete rewritable(links)[name];
    }
  }

  #keepTables(node: JsonObject): void {
    const { vocabulary } = this.#context;
    for (const { table } of vocabulary === undefined ? [] : listNamedTables(node, vocabulary)) {
      this.#stored ??= groupNames(this.#context.root, (schema) => {
        const value = resolveTarget(this.#context, schema)?.value ?? schema;
        return isJsonObject(value) ? [readDeclaredTable(value)] : [];
      });
      for (const name of this.#stored.get(table) ?? []) this.#keep('schemas', name);
    }
  }
}

/** Groups named schemas by the ids of the schemas that they extend, without opening the files of these. */
function indexExtending({ root, positions }: ListContext): ReadonlyMap<string, readonly string[]> {
  return groupNames(root, (schema) =>
    toArray(schema['allOf']).flatMap((part) => {
      if (!hasRef(part)) return [];
      const target = parseReference(part['$ref'], positions.get(part).source.path, () => true);
      if ('rejected' in target) return [];
      const steps = parsePointer(target.fragment);
      return steps ? [`${target.path}#${printPointer(steps)}`] : [];
    }),
  );
}

/** Groups the names of the schemas of a document by texts that are found in them. */
function groupNames<Key extends string | undefined>(
  root: JsonObject,
  find: (schema: JsonObject) => readonly Key[],
): ReadonlyMap<Key, readonly string[]> {
  const schemas = Object.entries(readInner(root['components'], 'schemas'));
  return groupPairs(
    schemas.flatMap(([name, schema]) => (isJsonObject(schema) ? find(schema).map((key) => [key, name] as const) : [])),
  );
}
