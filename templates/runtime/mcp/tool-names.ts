import type { Tool } from '../tools/catalogue.js';
import { editDistance } from '../tools/edit-distance.js';

/** Longest name of a tool that all hosts take. */
const longest = 64;

/** Longest name that is compared with others: it comes from outside. */
const longestAsked = 200;

/** Writes a name in the characters of the protocol: `pets.list` → `pets_list`. */
export function toToolName(name: string): string {
  return name.replace(/[^\w-]+/g, '_').slice(0, longest) || 'operation';
}

/** Names the tools of operations by the rules of the protocol; they differ from each other and from the reserved names. */
export function nameTools(tools: readonly Tool[], reserved: readonly string[]): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>();
  for (const tool of tools) {
    const stem = toToolName(tool.name);
    let name = stem;
    for (let number = 2; named.has(name) || reserved.includes(name); number += 1) {
      const ending = `_${number}`;
      name = stem.slice(0, longest - ending.length) + ending;
    }
    named.set(name, tool);
  }
  return named;
}

/** The names that are most like one that is not known. */
export function nearestNames(asked: string, names: readonly string[], most: number): readonly string[] {
  const plain = plainName(asked.slice(0, longestAsked));
  const scored = names.map((name) => ({ name, distance: distanceOf(plain, plainName(name)) }));
  const near = scored.filter(({ name, distance }) => distance <= Math.max(2, plainName(name).length / 2));
  return near
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]+/g, '');
}

/** How far names are apart; less where one holds the other. */
function distanceOf(one: string, other: string): number {
  if (one !== '' && (other.includes(one) || one.includes(other))) return Math.abs(one.length - other.length) / 4;
  return editDistance(one, other);
}
