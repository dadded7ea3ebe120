import type { JsonObject } from '../../json.js';
import type { FoundOperation, SpecFacts } from '../spec-facts.js';
import type { Section } from '../settings/section.js';
import type { Setting } from '../settings/setting.js';

/** A way to page that a configuration declares, and where requests and responses have what is for what. */
export interface PagingScheme {
  readonly name: string;
  readonly type: string;
  /** Query parameters by purpose, without `_param`. */
  readonly request: ReadonlyMap<string, string>;
  /** Query parameters that are there for a list of this kind. */
  readonly parameters: readonly string[];
  /** Properties of the response by purpose, without `_field`; a path with dots where they are nested. */
  readonly response: ReadonlyMap<string, string>;
  readonly section: Section;
}

/** Reads `pagination`, a list of schemes. */
export function readPaging(list: Setting | undefined, root: Section): readonly PagingScheme[] {
  if (list?.kind !== 'list') return [];
  return list.items.map((item, index) => {
    const section = root.child(item, 'pagination', String(index));
    const request = section.take('request');
    return {
      name: section.string('name') ?? '',
      type: section.string('type') ?? '',
      request: readPurposes(request),
      parameters: request?.kind === 'map' ? [...request.entries.keys()] : [],
      response: readPurposes(section.take('response')),
      section,
    };
  });
}

/** Deepest property of a response that is looked at. */
const DEEPEST = 10;

/** Finds the properties that have a purpose: `next_cursor` -> `meta.next`. */
function readPurposes(setting: Setting | undefined, path: readonly string[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (setting?.kind !== 'map' || path.length > DEEPEST) return found;
  for (const [key, { value }] of setting.entries) {
    if (value.kind !== 'map') continue;
    const own = [...path, key];
    const purpose = readPurpose(value);
    if (purpose !== undefined && !found.has(purpose)) found.set(purpose, own.join('.'));
    const below = value.entries.get('properties')?.value;
    for (const [name, at] of readPurposes(below, own)) if (!found.has(name)) found.set(name, at);
  }
  return found;
}

/** `x-stainless-pagination-property: { purpose: next_cursor_param }`, short forms included. */
function readPurpose(setting: Setting): string | undefined {
  if (setting.kind !== 'map') return undefined;
  const stated = setting.entries.get('x-stainless-pagination-property')?.value ?? setting.entries.get('purpose')?.value;
  const purpose = stated?.kind === 'map' ? stated.entries.get('purpose')?.value : stated;
  if (purpose?.kind !== 'value' || typeof purpose.value !== 'string') return undefined;
  return purpose.value.replace(/_(?:param|field)$/, '');
}

/** A scheme as `x-paging` of an operation, or a message why it cannot be expressed. */
export type FoundPaging = { readonly rule: JsonObject } | { readonly message: string } | undefined;

/** Finds the scheme of a list: the one that it names, or the first whose parameters and properties it has. */
export function findScheme(
  schemes: readonly PagingScheme[],
  operation: FoundOperation,
  { facts, name }: { readonly facts: SpecFacts; readonly name?: string | undefined },
): PagingScheme | undefined {
  if (name !== undefined) return schemes.find((one) => one.name === name);
  const query = facts.queryNames(operation);
  const properties = facts.responseNames(operation);
  return schemes.find((one) => {
    const needed = [...one.request.values()];
    const returned = [...one.response.values()].map((path) => path.split('.', 1)[0] ?? '');
    return needed.length > 0 && needed.every((key) => query.has(key)) && returned.every((key) => properties.has(key));
  });
}

/** A scheme as `x-paging` of an operation that has its parameters. */
export function pagingRule(scheme: PagingScheme, operation: FoundOperation, facts: SpecFacts): FoundPaging {
  const query = facts.queryNames(operation);
  const properties = facts.responseNames(operation);
  const sent = (purpose: string): string | undefined => within(scheme.request.get(purpose), query);
  const received = (purpose: string): string | undefined => {
    const path = scheme.response.get(purpose);
    return within(path?.split('.', 1)[0], properties) && path;
  };
  const token = sent('next_cursor');
  const next = received('next_cursor');
  const [page, offset] = [sent('page_number'), sent('offset_count')];
  const more = received('has_next_page') ?? received('has_more');
  if (token !== undefined && next !== undefined) return { rule: { token, next } };
  const [after, link] = [sent('next_cursor_id'), received('next_cursor_url')];
  if (link !== undefined) return { rule: { link } };
  if (after !== undefined) return { rule: { after, ...(more && { more }) } };
  const start = page === undefined ? offset && { offset } : { page };
  if (start === undefined)
    return { message: `the operation lacks the parameters or properties of the scheme "${scheme.name}"` };
  const total = page === undefined ? received('offset_total_count') : undefined;
  const size = scheme.parameters.find((name) => /limit|size|count/i.test(name) && query.has(name));
  return { rule: { ...start, ...(size && { size }), ...(total && { total }), ...(more && { more }) } };
}

function within(name: string | undefined, names: ReadonlySet<string>): string | undefined {
  return name !== undefined && names.has(name) ? name : undefined;
}
