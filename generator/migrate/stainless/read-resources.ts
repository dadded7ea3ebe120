import type { Position } from '../../diagnostics.js';
import type { Section } from '../settings/section.js';
import type { Setting } from '../settings/setting.js';
import { camelName, type Casings } from './casing.js';

/** A method of a resource, and the operation that it calls. */
export interface MethodSetting {
  /** Names of the resources above it, in camel case; empty for a method of the client. */
  readonly group: readonly string[];
  readonly name: string;
  /** HTTP method and path; absent where it is none that the document could have. */
  readonly endpoint?: { readonly method: string; readonly path: string };
  /** Set if the TypeScript package leaves it out. */
  readonly isSkipped: boolean;
  readonly isDeprecated: boolean;
  /** `false` where it is said not to page; a string names the scheme. */
  readonly paginated?: boolean | string;
  readonly at: Position;
  /** The mapping that has it, for what is said of it later. */
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

/** Everything that `resources` names. */
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
      if (named !== undefined) models.push(...readModels(named));
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
    const paginated = method.string('paginated') ?? method.boolean('paginated');
    return {
      ...shared,
      isSkipped: readSkipped(method) || isSkipped,
      isDeprecated: readDeprecated(method),
      ...readEndpoint(method.string('endpoint') ?? ''),
      ...(paginated !== undefined && { paginated }),
    };
  });
}

/** `get /path`, on one line or on two. */
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

/** `deprecated: true`, or a message. */
function readDeprecated(section: Section): boolean {
  const value = section.peek('deprecated');
  if (value?.kind === 'value' && typeof value.value === 'boolean') section.take('deprecated');
  return value?.kind === 'map' || (value?.kind === 'value' && value.value !== false && value.value !== null);
}

function readModels(section: Section): readonly ModelSetting[] {
  return section.keys.flatMap((key) => {
    const stated = section.string(key) ?? section.section(key)?.string('schema');
    const schema = stated?.replace(/^#\/(?:components\/schemas|definitions)\//, '');
    return schema === undefined || schema.includes('/') ? [] : [{ key, schema, section }];
  });
}
