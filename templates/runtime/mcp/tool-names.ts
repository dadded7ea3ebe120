import type { Tool } from '../tools/catalogue.js';
import { editDistance } from '../tools/edit-distance.js';

/** Longest name of a tool that all hosts accept. */
const longest = 64;

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

/** Returns the names that are most like an unknown one, the nearest first. */
export function listNearest(asked: string, names: readonly string[], most: number): readonly string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]+/g, '');
  const from = plain(asked.slice(0, 200));
  return names
    .map((name) => {
      const to = plain(name);
      const isPart = from !== '' && (to.includes(from) || from.includes(to));
      const distance = isPart ? Math.abs(from.length - to.length) / 4 : editDistance(from, to);
      return { name, distance, isNear: distance <= Math.max(2, to.length / 2) };
    })
    .filter(({ isNear }) => isNear)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ name }) => name);
}
