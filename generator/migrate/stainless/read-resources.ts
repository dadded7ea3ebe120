import type { Position } from '../../diagnostics.js';
import type { Section } from '../settings/section.js';
import type { Setting } from '../settings/setting.js';

/** A method of a resource, and the operation that it calls. */
export interface MethodSetting {
  /** Names of the resources above it, in camel case; empty for a method of the client. */
  readonly group: readonly string[];
  readonly name: string;
  /** HTTP method and path; absent if the document cannot have them. */
  readonly endpoint?: { readonly method: string; readonly path: string };
  /** Set if the TypeScript package leaves it out. */
  readonly isSkipped: boolean;
  readonly isDeprecated: boolean;
  /** `false` if it does not page; a string names the scheme. */
  readonly paginated?: boolean | string;
  readonly at: Position;
  /** The mapping that has it, for leftovers. */
  readonly section: Section;
  /** Its key there. */
  readonly key: string;
}

/** A model: the name of a type, and the schema that it is. */
export interface ModelSetting {
  readonly key: string;
  /** Name of the component. */
  readonly schema: string;
  readonly section: Section;
}

/** The methods and models of `resources`. */
export interface ResourceSettings {
  readonly methods: readonly MethodSetting[];
  readonly models: readonly ModelSetting[];
}

/** Deepest nesting of resources. */
const DEEPEST = 20;

/** Keys that are the targets of TypeScript in `skip` and `only`. */
const LANGUAGES = new Set(['typescript', 'node']);

/** Reads the resources of a configuration, those below others included. */
export function readResources(resources: Section, casings: Casings): ResourceSettings {
  const methods: MethodSetting[] = [];
  const models: ModelSetting[] = [];
  const walk = (section: Section, group: readonly string[], isSkipped: boolean): void => {
    if (group.length > DEEPEST) return;
    for (const key of section.keys) {
      const resource = section.section(key);
      if (resource === undefined) continue;
      const skipped = readSkipped(resource) || isSkipped;
      const name = camelName(key, casings);
      const own = key.startsWith('$') ? group : [...group, name];
      const of = resource.section('methods');
      if (of !== undefined) methods.push(...readMethods(of, { group: own, isSkipped: skipped, casings }));
      const named = resource.section('models');
      for (const model of named?.keys ?? []) {
        const stated = named?.string(model) ?? named?.section(model)?.string('schema');
        const schema = stated?.replace(/^#\/(?:components\/schemas|definitions)\//, '');
        if (named !== undefined && schema?.includes('/') === false) models.push({ key: model, schema, section: named });
      }
      const below = resource.section('subresources');
      if (below !== undefined) walk(below, own, skipped);
    }
  };
  walk(resources, [], false);
  return { methods, models };
}

/** Facts that methods have from their resource. */
interface MethodContext {
  readonly group: readonly string[];
  readonly isSkipped: boolean;
  readonly casings: Casings;
}

function readMethods(section: Section, { group, isSkipped, casings }: MethodContext): readonly MethodSetting[] {
  return section.keys.map((key) => {
    const shared = { group, name: camelName(key, casings), at: section.atKey(key), section, key };
    const short = section.string(key);
    if (short !== undefined) return { ...shared, isSkipped, isDeprecated: false, ...readEndpoint(short) };
    const method = section.section(key);
    if (method === undefined) return { ...shared, isSkipped, isDeprecated: false };
    const type = method.peek('type');
    if (type?.kind === 'value' && type.value === 'http') method.take('type');
    // `deprecated: true`, or a message.
    const deprecated = method.peek('deprecated');
    const stated = deprecated?.kind === 'value' ? deprecated.value : undefined;
    if (typeof stated === 'boolean') method.take('deprecated');
    const isDeprecated =
      deprecated?.kind === 'map' || (deprecated?.kind === 'value' && stated !== false && stated !== null);
    const paginated = method.string('paginated') ?? method.boolean('paginated');
    return {
      ...shared,
      isSkipped: readSkipped(method) || isSkipped,
      isDeprecated,
      ...readEndpoint(method.string('endpoint') ?? ''),
      ...(paginated !== undefined && { paginated }),
    };
  });
}

/** Reads `get /path`, on one line or on two. */
function readEndpoint(text: string): Pick<MethodSetting, 'endpoint'> {
  const [, method, path] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(text) ?? [];
  return method === undefined || path === undefined ? {} : { endpoint: { method: method.toLowerCase(), path } };
}

function readSkipped(section: Section): boolean {
  const skip = section.take('skip');
  const only = section.take('only');
  return (skip !== undefined && isMeant(skip, true)) || (only !== undefined && !isMeant(only, false));
}

/** Returns whether a list of languages has TypeScript, or a boolean means all of them. */
function isMeant(setting: Setting, all: boolean): boolean {
  if (setting.kind === 'value') return setting.value === all || LANGUAGES.has(String(setting.value));
  return setting.kind === 'list' && setting.items.some((one) => one.kind === 'value' && isMeant(one, all));
}

/** Words that Stainless writes in capitals unless they come first. */
const CAPITALS = new Set(
  'ai api aws ca csv dns eeoc html http https id ip json pdf rcs sdk sha sql ssh ssl tcp tls ttl txt udp ui uri url uuid xml'.split(
    ' ',
  ),
);

/** Spellings of words that a configuration asks for (`custom_casings`). */
export type Casings = ReadonlyMap<
  string,
  { readonly camel?: string | undefined; readonly pascal?: string | undefined }
>;

/** Spells the name of a method or resource as Stainless does: `get_embed_url` -> `getEmbedURL`. */
export function camelName(name: string, casings: Casings): string {
  const own = casings.get(name)?.camel;
  if (own !== undefined) return own;
  // A name in camel case stays as it is, apart from its beginning.
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const spelled = words.map((word, index) => {
    if (index > 0) return laterWord(word, casings);
    const small = /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
    return casings.get(word)?.camel ?? small;
  });
  return spelled.join('');
}

function laterWord(word: string, casings: Casings): string {
  const own = casings.get(word.toLowerCase())?.pascal;
  if (own !== undefined) return own;
  if (CAPITALS.has(word)) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Spells the name of a model: `file_object` -> `FileObject`. */
export function pascalName(name: string, casings: Casings): string {
  const own = casings.get(name)?.pascal;
  if (own !== undefined) return own;
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => laterWord(word, casings)).join('');
}
