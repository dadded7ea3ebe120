import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Returns the text at a position of the template. `index` makes the texts of positions distinct. */
export type Assign = (position: string, index: number) => string;

const template: unknown = parse(readFileSync(new URL('every-position.yaml', import.meta.url), 'utf8'));

const MARK = /\[\[([^\]|]+)(?:\|(\w+))?\]\]/g;

/** The names of all positions in a spec where its author chooses a text. */
export const positions: readonly string[] = [
  ...new Set([...JSON.stringify(template).matchAll(MARK)].map(([, name = '']) => name)),
];

/** Positions that references contain, whose texts have to be well-formed Unicode. */
export const referencedPositions: ReadonlySet<string> = new Set(
  [...JSON.stringify(template).matchAll(MARK)].flatMap(([, name = '', use]) => (use === 'step' ? [name] : [])),
);

/** Prints the template as a JSON document with a text at each position. */
export function fillTemplate(assign: Assign): string {
  const texts = new Map(positions.map((name, index) => [name, assign(name, index)]));
  return JSON.stringify(fill(template, texts), undefined, 1);
}

function fill(node: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof node === 'string') return fillText(node, texts);
  if (Array.isArray(node)) return node.map((item) => fill(item, texts));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, item]) => [fillText(key, texts), fill(item, texts)]));
}

function fillText(text: string, texts: ReadonlyMap<string, string>): string {
  return text.replaceAll(MARK, (_, name: string, use?: string) => write(texts.get(name) ?? '', use));
}

function write(text: string, use: string | undefined): string {
  if (use === 'step') return encodeStep(text.replaceAll('~', '~0').replaceAll('/', '~1'));
  if (use === 'regex') return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return use === 'x' ? `x-${text}` : text;
}

function encodeStep(step: string): string {
  return encodeURIComponent(toWellFormed(step));
}

/** Replaces lone halves of surrogate pairs by U+FFFD. */
export function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
