import type { Shape } from '../types/shape.js';
import { compact } from '../../json.js';

/** One `{variable}` of a path, with its Google template: `{name=accounts/*}`, `{+name}`. */
interface PathVariable {
  readonly name: string;
  /** `accounts/*`; `**` for `{+name}`. */
  readonly template?: string;
}

/** A path without its templates: literal text and variables in turn. */
export type PathPart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'variable' } & PathVariable);

const variable = /\{(\+?)([^{}=]+)(?:=([^{}]*))?\}/g;

/** Takes a path apart: `/v1/{name=accounts/*}` -> the text `/v1/` and the variable `name`. */
export function pathParts(path: string): readonly PathPart[] {
  const parts: PathPart[] = [];
  let end = 0;
  for (const match of path.matchAll(variable)) {
    if (match.index > end) parts.push({ kind: 'text', text: path.slice(end, match.index) });
    const [whole, plus, name = '', template = plus === '+' ? '**' : undefined] = match;
    parts.push(compact({ kind: 'variable' as const, name, template }));
    end = match.index + whole.length;
  }
  return end < path.length ? [...parts, { kind: 'text', text: path.slice(end) }] : parts;
}

/** Returns the variables of a path, in its order. */
export function pathVariables(path: string): readonly PathVariable[] {
  return pathParts(path).flatMap((part) => (part.kind === 'variable' ? [part] : []));
}

/** Returns the path with these templates at its variables: `/v1/{+name}` and `accounts/*` give `/v1/{name=accounts/*}`. */
export function withTemplates(path: string, templates: ReadonlyMap<string, string>): string {
  return path.replace(variable, (found, plus: string, name: string, stated: string | undefined) => {
    const template = templates.get(name);
    return !template || template === (stated ?? (plus === '' ? '' : '**')) ? found : `{${name}=${template}}`;
  });
}

/** One segment of a pattern that describes a resource name: plain text, or `[^/]+`. */
const segment = /^(?:\[\^\/\]\+|(?:[\w~@!-]|\\[.\-_~])+)$/;

/**
 * Returns the Google template that a pattern of that form says: `^accounts/[^/]+$` is `accounts/*`. Nothing where the pattern has
 * another form, or no fixed text: such a parameter is one segment, as OpenAPI has it.
 */
export function templateOfPattern(pattern: string): string | undefined {
  // Some write `\/`, which a regular expression without slashes around it does not need.
  const plain = pattern.replaceAll('\\/', '/');
  const [, inside = '', rest] = /^\^((?:\[\^\/\]\+|[^[\]^$])+?)(\/\.[*+])?\$$/.exec(plain) ?? [];
  const segments = inside.split(/\/(?!\])/);
  if (!segments.every((one) => segment.test(one))) return undefined;
  const texts = segments.map((one) => (one.startsWith('[') ? '*' : one.replace(/\\/g, '')));
  const template = rest ? [...texts, '**'] : texts;
  const kinds = new Set(template.map((one) => /^\*\*?$/.test(one)));
  return kinds.size === 2 ? template.join('/') : undefined;
}

/** Returns the pattern of a Google template: `accounts/*` is `^accounts/[^/]+$`. */
export function patternOfTemplate(template: string): string {
  const parts = template.split(/(\*\*?)/).map((part) => {
    if (part === '*') return '[^/]+';
    return part === '**' ? '.+' : escapePattern(part);
  });
  return `^${parts.join('')}$`;
}

/** Returns the pattern that matches a string and no other. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns the shape of the strings that a Google template admits: `` `accounts/${string}` ``; `*` or `**` alone is any string. */
export function shapeOfTemplate(template: string): Shape {
  const texts = template.split(/\*\*?/);
  return texts.every((text) => text === '') ? { kind: 'string' } : { kind: 'template', texts };
}
