import type { Section } from '../settings/section.js';
import { readValue, type Setting } from '../settings/setting.js';

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
  /** Its key in the configuration. */
  readonly key: string;
  /** Reports the method as left over. */
  readonly leave: (message: string) => void;
}

/** A model: the name of a type, and its schema. */
export interface ModelSetting {
  readonly key: string;
  /** Name of the component. */
  readonly schema: string;
  readonly leave: (message: string) => void;
}

/** The methods and models of `resources`. */
export interface ResourceSettings {
  readonly methods: readonly MethodSetting[];
  readonly models: readonly ModelSetting[];
}

/** Deepest nesting of resources. */
const DEEPEST = 20;

/** Names of the TypeScript target in `skip` and `only`. */
const LANGUAGES = new Set(['typescript', 'node']);

/** Reads the resources of a configuration, those below others included. */
export function readResources(resources: Section, casings: Casings): ResourceSettings {
  const methods: MethodSetting[] = [];
  const models: ModelSetting[] = [];
  const walk = (section: Section, group: readonly string[], isSkipped: boolean): void => {
    if (group.length > DEEPEST) return;
    for (const key of section.keys) {
      const resource = section.section(key);
      const skipped = readSkipped(resource) || isSkipped;
      const name = camelName(key, casings);
      const own = key.startsWith('$') ? group : [...group, name];
      methods.push(...readMethods(resource.section('methods'), { group: own, isSkipped: skipped, casings }));
      const named = resource.section('models');
      for (const model of named.keys) {
        const stated = named.string(model) ?? named.section(model).string('schema');
        const schema = stated?.replace(/^#\/(?:components\/schemas|definitions)\//, '');
        if (schema?.includes('/') === false) models.push({ key: model, schema, leave: named.leaver(model) });
      }
      walk(resource.section('subresources'), own, skipped);
    }
  };
  walk(resources, [], false);
  return { methods, models };
}

function readMethods(
  section: Section,
  {
    group,
    isSkipped,
    casings,
  }: { readonly group: readonly string[]; readonly isSkipped: boolean; readonly casings: Casings },
): readonly MethodSetting[] {
  return section.keys.map((key) => {
    const shared = { group, name: camelName(key, casings), key, leave: section.leaver(key) };
    const short = section.string(key);
    const method = section.section(key);
    method.expect({ type: 'http' });
    // `deprecated: true`, or a message.
    const stated = method.peek('deprecated');
    const deprecated = readValue(stated) ?? stated?.kind === 'map';
    if (typeof readValue(stated) === 'boolean') method.take('deprecated');
    const paginated = method.string('paginated') ?? method.boolean('paginated');
    return {
      ...shared,
      isSkipped: readSkipped(method) || isSkipped,
      isDeprecated: deprecated !== false,
      ...readEndpoint(short ?? method.string('endpoint') ?? ''),
      ...(paginated !== undefined && { paginated }),
    };
  });
}

/** Reads `get /path`, on one line or on two. */
function readEndpoint(text: string): Pick<MethodSetting, 'endpoint'> {
  const [, method, path] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(text) ?? [];
  return method && path ? { endpoint: { method: method.toLowerCase(), path } } : {};
}

function readSkipped(section: Section): boolean {
  const [skip, only] = [section.take('skip'), section.take('only')];
  return (skip !== undefined && isMeant(skip, true)) || (only !== undefined && !isMeant(only, false));
}

/** Returns whether a list of languages contains TypeScript, or whether a boolean is `all`. */
function isMeant(setting: Setting, all: boolean): boolean {
  if (setting.kind === 'list') return setting.items.some((one) => one.kind === 'value' && isMeant(one, all));
  const value = readValue(setting);
  return value === all || LANGUAGES.has(String(value));
}

/** Words that Stainless writes in capitals unless they come first. */
const CAPITALS = new Set(
  'ai api aws ca csv dns eeoc html http https id ip json pdf rcs sdk sha sql ssh ssl tcp tls ttl txt udp ui uri url uuid xml'.split(
    ' ',
  ),
);

/** Spellings of words in `custom_casings` of a configuration. */
export type Casings = ReadonlyMap<
  string,
  { readonly camel?: string | undefined; readonly pascal?: string | undefined }
>;

/** Spells the name of a method or resource as Stainless does: `get_embed_url` -> `getEmbedURL`. */
export function camelName(name: string, casings: Casings): string {
  // A name in camel case stays as it is, apart from its beginning.
  const spelled = splitWords(name).map((word, index) => {
    if (index > 0) return laterWord(word, casings);
    const small = /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
    return casings.get(word)?.camel ?? small;
  });
  return casings.get(name)?.camel ?? spelled.join('');
}

function splitWords(name: string): readonly string[] {
  return name.match(/[A-Za-z0-9]+/g) ?? [];
}

function laterWord(word: string, casings: Casings): string {
  const spelled = CAPITALS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
  return casings.get(word.toLowerCase())?.pascal ?? spelled;
}

/** Spells the name of a model: `file_object` -> `FileObject`. */
export function pascalName(name: string, casings: Casings): string {
  const words = splitWords(name).map((word) => laterWord(word, casings));
  return casings.get(name)?.pascal ?? words.join('');
}
