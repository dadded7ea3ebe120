import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What the author of a spec writes at a position; the number tells siblings apart. */
export type Assign = (position: string, index: number) => string;

const template: unknown = parse(readFileSync(new URL('every-position.yaml', import.meta.url), 'utf8'));

const MARK = /\[\[([^\]|]+)(?:\|(\w+))?\]\]/g;

/** Every place of a spec where its author chooses a text. */
export const positions: readonly string[] = [
  ...new Set([...JSON.stringify(template).matchAll(MARK)].map(([, name = '']) => name)),
];

/** Positions that references name, which must be well-formed Unicode to be named at all. */
export const referred: ReadonlySet<string> = new Set(
  [...JSON.stringify(template).matchAll(MARK)].flatMap(([, name = '', use]) => (use === 'step' ? [name] : [])),
);

/** The template as the text of a JSON document, with a text at each position. */
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
  return encodeURIComponent(wellFormed(step));
}

/** A text whose lone halves of surrogate pairs are replaced. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
