import { readInner, isJsonObject, toObject, type Json, type JsonObject } from '../../json.js';
import { componentKinds, findFieldRule } from '../openapi/kinds.js';
import { type KindName, type Rule, hasRef, isSchemaKind } from '../openapi/rules.js';
import { decodePercent, parsePointer, printFragment, printPointer } from '../read/pointer.js';
import type { Resolved, SpecDocument } from '../spec-document.js';
import { emptyObject, findFreeName } from '../read/tree.js';
import { walk } from '../openapi/walk.js';

/** A document without references to other files. */
export interface Bundle {
  readonly root: JsonObject;
  /** The locations of objects of other files in it, as JSON pointers with `#`, by their ids. */
  readonly locations: ReadonlyMap<string, string>;
}

/** Sections of `components` by the kind of their objects. Path items are copied to each place that uses them. */
const sections: ReadonlyMap<KindName, string> = new Map([
  ['property', 'schemas'],
  ...Array.from(componentKinds, ([section, kind]) => [kind, section] as const).filter(([kind]) => kind !== 'pathItem'),
]);

/**
 * Keywords that give a schema a name. They are not copied: the name could mean something else here, and all references are
 * pointers.
 */
const identities = new Set(['$id', '$anchor']);

/**
 * Copies all parts of other files to which references resolve into the document, and turns each reference into a pointer. A
 * document without other references stays unchanged.
 */
export function bundleDocument(document: SpecDocument): Bundle {
  const { root } = document;
  let isPlain = true;
  walk(root, {
    visit() {},
    refer(node) {
      const target = document.resolve(node);
      isPlain &&= target === undefined || !mustBeRewritten(document, node, target);
      return target?.value;
    },
  });
  return isPlain ? { root, locations: new Map() } : new Bundler(document).bundle();
}

/**
 * Returns whether a reference must change. Pointers within the root file stay, except below an `$id`, where they may have another
 * target.
 */
function mustBeRewritten(document: SpecDocument, node: JsonObject, { id }: Resolved): boolean {
  const written = String(node['$ref']);
  if (isOutside(id) || isOutside(document.idOf(node))) return true;
  // The reference may resolve to another reference.
  return !isPointerTo(written, id) && !isPointerTo(written, document.resolveReference(written, node)?.id);
}

function isPointerTo(written: string, id: string | undefined): boolean {
  const steps = written.startsWith('#') ? parsePointer(decodePercent(written.slice(1))) : undefined;
  return steps !== undefined && `#${printPointer(steps)}` === id;
}

function isOutside(id: string): boolean {
  return !id.startsWith('#');
}

/** A part of another file that becomes a component. */
interface Moved {
  readonly section: string;
  readonly name: string;
  readonly kind: KindName;
  readonly value: Json;
}

class Bundler {
  readonly #document: SpecDocument;
  readonly #locations = new Map<string, string>();
  /** Names in each section of the components, as keys. */
  readonly #names = new Map<string, Record<string, Json>>();
  readonly #moved: Moved[] = [];
  /** Path items of other files that are being copied to where they are used. */
  readonly #open = new Set<Json>();

  constructor(document: SpecDocument) {
    this.#document = document;
  }

  bundle(): Bundle {
    const root = this.#object(this.#document.root, 'openapi');
    const components = copyObject(root['components']);
    // Copying a part may add further ones to the list, which this loop visits too.
    for (const { section, name, kind, value } of this.#moved) {
      const entries = copyObject(components[section]);
      entries[name] = isJsonObject(value) ? this.#object(value, kind) : value;
      components[section] = entries;
    }
    if (this.#moved.length > 0) root['components'] = components;
    return { root, locations: this.#locations };
  }

  #object(node: JsonObject, kind: KindName): Record<string, Json> {
    const copy = emptyObject();
    const isForeign = isOutside(this.#document.idOf(node));
    for (const [key, value] of Object.entries(node)) {
      if (isSchemaKind(kind) && (identities.has(key) || (isForeign && key === '$schema'))) continue;
      if (kind === 'discriminator') copy[key] = this.#discriminating(node, key, value);
      else if (key === '$ref' && isSchemaKind(kind)) copy[key] = this.#reference(node, kind);
      else copy[key] = this.#value(value, findFieldRule(kind, key));
    }
    return kind === 'pathItem' && hasRef(node) ? this.#pathItem(node, copy) : copy;
  }

  #value(value: Json, rule: Rule | undefined): Json {
    if (rule?.is === 'list' && Array.isArray(value)) return value.map((item: Json) => this.#value(item, rule.of));
    if (!isJsonObject(value) || rule === undefined) return value;
    if (rule.is === 'map') return mapValues(value, (item) => this.#value(item, rule.of));
    if (rule.is === 'schema') return this.#object(value, rule.kind);
    if (rule.is !== 'object') return value;
    if (rule.reference !== true || !hasRef(value)) return this.#object(value, rule.kind);
    return { ...value, $ref: this.#reference(value, rule.kind) };
  }

  /** Replaces a reference to a path item of another file by a copy of the item; the fields beside the reference have priority. */
  #pathItem(node: JsonObject, { $ref: _ref, ...beside }: Record<string, Json>): Record<string, Json> {
    const target = this.#document.resolve(node);
    if (target === undefined || !isJsonObject(target.value) || this.#open.has(target.value)) return { ...beside };
    if (!isOutside(target.id)) return { $ref: printReference(target.id), ...beside };
    this.#open.add(target.value);
    const copy = { ...this.#object(target.value, 'pathItem'), ...beside };
    this.#open.delete(target.value);
    return copy;
  }

  #reference(node: JsonObject, kind: KindName): string {
    const target = this.#document.resolve(node);
    if (target === undefined || !mustBeRewritten(this.#document, node, target)) return String(node['$ref']);
    return printReference(this.#location(target, kind));
  }

  /** Copies a member of a discriminator: names of schemas in the components stay, and references point to the new places. */
  #discriminating(node: JsonObject, key: string, value: Json): Json {
    if (key === 'defaultMapping') return this.#mapped(node, value);
    if (key !== 'mapping' || !isJsonObject(value)) return value;
    return mapValues(value, (text) => this.#mapped(value, text));
  }

  #mapped(owner: JsonObject, text: Json): Json {
    if (typeof text !== 'string') return text;
    const schemas = readInner(this.#document.root['components'], 'schemas');
    if (Object.hasOwn(schemas, text)) return text;
    const target = this.#document.resolveReference(text, owner);
    if (target === undefined || (!isOutside(target.id) && text.startsWith('#'))) return text;
    return printReference(this.#location(target, 'schema'));
  }

  /** Returns the id that a part has in the bundle; copies the part there if it is in another file. */
  #location({ id, value }: Resolved, kind: KindName): string {
    const section = sections.get(kind);
    if (!isOutside(id) || section === undefined) return id;
    const known = this.#locations.get(id);
    if (known !== undefined) return known;
    const name = this.#name(section, id);
    const location = `#${printPointer(['components', section, name])}`;
    this.#locations.set(id, location);
    this.#moved.push({ section, name, kind, value });
    return location;
  }

  #name(section: string, id: string): string {
    const taken = this.#names.get(section) ?? copyObject(readInner(this.#document.root['components'], section));
    this.#names.set(section, taken);
    const name = findFreeName(taken, toComponentName(id));
    taken[name] = true;
    return name;
  }
}

/**
 * Returns a name for the last step of an id, or for its file, with the characters that are allowed in names of components:
 * `a.yaml#/Old Pet` → `Old_Pet`.
 */
function toComponentName(id: string): string {
  const hash = id.indexOf('#');
  const step = parsePointer(id.slice(hash + 1))?.at(-1);
  const file = id.slice(0, hash).replace(/^.*\/|\.\w+$/g, '');
  const name = (step ?? file).replace(/[^A-Za-z0-9._-]+/g, '_');
  return name === '' || name === '__proto__' ? 'Schema' : name;
}

/** Prints a `$ref` to an id of the document. */
function printReference(id: string): string {
  return `#${printFragment(id.slice(1))}`;
}

function mapValues(value: JsonObject, convert: (item: Json) => Json): JsonObject {
  const copy = emptyObject();
  for (const [key, item] of Object.entries(value)) copy[key] = convert(item);
  return copy;
}

function copyObject(value: Json | undefined): Record<string, Json> {
  return Object.assign(emptyObject(), toObject(value));
}
