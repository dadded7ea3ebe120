import type { Tool } from '../tools/catalogue.js';
import { editDistance } from '../tools/edit-distance.js';

/** Maximum length of the name of a tool that all hosts accept. */
const longest = 64;

/** Converts a name to the characters that MCP allows: `pets.list` → `pets_list`. */
export function toToolName(name: string): string {
  return name.replace(/[^\w-]+/g, '_').slice(0, longest) || 'operation';
}

/** Returns the operations by unique names of tools, which also differ from the reserved names: `pets_list`, `pets_list_2`. */
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

/** Returns at most `most` names that are similar to an unknown one, the most similar first. */
export function listNearest(unknown: string, names: readonly string[], most: number): readonly string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]+/g, '');
  const from = plain(unknown.slice(0, 200));
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
