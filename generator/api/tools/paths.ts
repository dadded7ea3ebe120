import type { Shape } from '../types/shape.js';
import { compact } from '../../json.js';

/** One `{variable}` of a path, with its Google template: `{name=accounts/*}`, `{+name}`. */
interface PathVariable {
  readonly name: string;
  /** `accounts/*`; `**` for `{+name}`. */
  readonly template?: string;
}

/** A part of a path: literal text, or a variable. */
export type PathPart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'variable' } & PathVariable);

const variable = /\{(\+?)([^{}=]+)(?:=([^{}]*))?\}/g;

/** Divides a path into text and variables: `/v1/{name=accounts/*}` -> the text `/v1/` and the variable `name`. */
export function parsePath(path: string): readonly PathPart[] {
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
export function listPathVariables(path: string): readonly PathVariable[] {
  return parsePath(path).flatMap((part) => (part.kind === 'variable' ? [part] : []));
}

/** Adds templates to the variables of a path: `/v1/{+name}` with `accounts/*` -> `/v1/{name=accounts/*}`. */
export function withTemplates(path: string, templates: ReadonlyMap<string, string>): string {
  return path.replace(variable, (found, plus: string, name: string, stated: string | undefined) => {
    const template = templates.get(name);
    return !template || template === (stated ?? (plus === '' ? '' : '**')) ? found : `{${name}=${template}}`;
  });
}

/** One segment of a pattern that describes a resource name: plain text, or `[^/]+`. */
const segment = /^(?:\[\^\/\]\+|(?:[\w~@!-]|\\[.\-_~])+)$/;

/**
 * Converts a pattern to a Google template: `^accounts/[^/]+$` -> `accounts/*`. Undefined for a pattern of another form or without fixed
 * text: its parameter is one segment, as in OpenAPI.
 */
export function toTemplate(pattern: string): string | undefined {
  // Some specs escape slashes (`\/`) although a pattern does not need that.
  const plain = pattern.replaceAll('\\/', '/');
  const [, inside = '', rest] = /^\^((?:\[\^\/\]\+|[^[\]^$])+?)(\/\.[*+])?\$$/.exec(plain) ?? [];
  const segments = inside.split(/\/(?!\])/);
  if (!segments.every((one) => segment.test(one))) return undefined;
  const texts = segments.map((one) => (one.startsWith('[') ? '*' : one.replace(/\\/g, '')));
  const template = rest ? [...texts, '**'] : texts;
  const kinds = new Set(template.map((one) => /^\*\*?$/.test(one)));
  return kinds.size === 2 ? template.join('/') : undefined;
}

/** Converts a Google template to a pattern: `accounts/*` -> `^accounts/[^/]+$`. */
export function toPattern(template: string): string {
  const parts = template.split(/(\*\*?)/).map((part) => {
    if (part === '*') return '[^/]+';
    return part === '**' ? '.+' : escapePattern(part);
  });
  return `^${parts.join('')}$`;
}

/** Escapes a string for a pattern: `a.b` -> `a\.b`. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Converts a Google template to a shape: `accounts/*` -> `` `accounts/${string}` ``, `*` or `**` alone -> `string`. */
export function toTemplateShape(template: string): Shape {
  const texts = template.split(/\*\*?/);
  return texts.every((text) => text === '') ? { kind: 'string' } : { kind: 'template', texts };
}
