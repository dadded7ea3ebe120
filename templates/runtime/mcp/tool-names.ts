import type { Tool } from '../tools/catalogue.js';
import { editDistance } from '../tools/edit-distance.js';

/** Longest name of a tool that all hosts take. */
const longest = 64;

/** Longest name that is compared with others: it comes from outside. */
const longestAsked = 200;

/** Names of the protocol for operations, which differ from each other and from those that are taken. */
export function nameTools(tools: readonly Tool[], reserved: readonly string[]): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>();
  const taken = new Set(reserved);
  for (const tool of tools) {
    const stem = tool.name.replace(/[^\w-]+/g, '_').slice(0, longest) || 'operation';
    let name = stem;
    for (let number = 2; taken.has(name); number += 1) {
      const ending = `_${number}`;
      name = stem.slice(0, longest - ending.length) + ending;
    }
    taken.add(name);
    named.set(name, tool);
  }
  return named;
}

/** The operation of a name: that of the tool, of the client, or the id in the spec. */
export function findTool(named: ReadonlyMap<string, Tool>, name: string): Tool | undefined {
  const all = [...named.values()];
  return named.get(name) ?? all.find((one) => one.name === name) ?? all.find(({ operation }) => operation.id === name);
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
