import type { Shape } from '../shapes/shape.js';

/** One segment of a pattern that describes a resource name: plain text, or `[^/]+`. */
const segment = /^(?:\[\^\/\]\+|(?:[\w~@!-]|\\[.\-_~])+)$/;

/**
 * The Google template that a pattern of that form says: `^accounts/[^/]+$` is `accounts/*`. Nothing where the pattern has
 * another form, or no fixed text: such a parameter is one segment, as OpenAPI has it.
 */
export function templateOfPattern(pattern: string): string | undefined {
  // Some write `\/`, which a regular expression without slashes around it does not need.
  const plain = pattern.replaceAll('\\/', '/');
  const [, inside, rest] = /^\^((?:\[\^\/\]\+|[^[\]^$])+?)(\/\.[*+])?\$$/.exec(plain) ?? [];
  const segments = inside?.split(/\/(?!\])/) ?? [];
  if (segments.length + (rest === undefined ? 0 : 1) < 2 || !segments.every((one) => segment.test(one)))
    return undefined;
  const texts = segments.map((one) => (one.startsWith('[') ? '*' : one.replace(/\\/g, '')));
  const template = [...texts, ...(rest === undefined ? [] : ['**'])];
  return template.every((one) => !isWildcard(one)) || template.every(isWildcard) ? undefined : template.join('/');
}

/** The pattern that a Google template stands for: `accounts/*` is `^accounts/[^/]+$`. */
export function patternOfTemplate(template: string): string {
  const parts = template.split(/(\*\*|\*)/).map((part, index) => {
    if (index % 2 === 1) return part === '*' ? '[^/]+' : '.+';
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return `^${parts.join('')}$`;
}

/** The shape of the strings that a Google template admits: `` `accounts/${string}` ``; `*` or `**` alone is any string. */
export function shapeOfTemplate(template: string): Shape {
  const texts = template.split(/\*\*|\*/);
  return texts.every((text) => text === '') ? { kind: 'string' } : { kind: 'template', texts };
}

function isWildcard(segmentText: string): boolean {
  return segmentText === '*' || segmentText === '**';
}
