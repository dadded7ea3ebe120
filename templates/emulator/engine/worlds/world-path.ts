import type { EmulatorPlan } from '../plan/plan.js';
import { decode } from '../request/query.js';
import { aliasesOf } from '../request/router.js';

/** A path that leads into a named world: the name, and what is left of the path. */
interface PathInWorld {
  readonly name: string;
  readonly pathname: string;
}

/** Finds the world in a path. */
export type WorldInPath = (pathname: string) => PathInWorld | undefined;

/** Reads `/w/<name>` before a path, or between an alias such as `/upload` and the path. */
export function createWorldInPath(plan: EmulatorPlan): WorldInPath {
  const aliases = aliasesOf(plan).map((alias) => alias.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const form = new RegExp(`^(${aliases.join('|')})/w/([^/]+)(/.*)$`);
  const plain = /^()\/w\/([^/]+)(\/.*)$/;
  return (pathname) => {
    // Most paths lead into no world.
    if (!pathname.includes('/w/')) return undefined;
    const [, alias = '', name, rest = ''] = plain.exec(pathname) ?? form.exec(pathname) ?? [];
    return name === undefined ? undefined : { name: decode(name), pathname: alias + rest };
  };
}

/** Whether paths of the service itself may begin with `/w/`: then none of them leads into a named world. */
export function usesWorldPath({ basePaths, operations }: EmulatorPlan): boolean {
  return basePaths.some((base) => operations.some(({ operation }) => /^\/(?:w\/|\{)/.test(base + operation.path)));
}
