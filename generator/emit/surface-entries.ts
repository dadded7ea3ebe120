import type { EmitContext } from './emit-context.js';
import type { Surface } from '../options.js';

/** Additions of a surface to package.json. */
interface SurfaceEntries {
  /** Subpaths, and the modules behind them. */
  readonly subpaths: readonly (readonly [subpath: string, module: string])[];
  /** Modules of commands, by the suffix of their names: `-mcp` → `pets-mcp`. */
  readonly commands: Readonly<Record<string, string>>;
  /** Optional packages, as ranges of npm. */
  readonly peers: Readonly<Record<string, string>>;
}

const ENTRIES: Readonly<Record<Surface, SurfaceEntries>> = {
  tanstack: {
    subpaths: [['./tanstack', 'tanstack/index']],
    commands: {},
    // The first whose mutations are told their client.
    peers: { '@tanstack/query-core': '^5.89.0' },
  },
  cli: { subpaths: [['./cli', 'cli/index']], commands: { '': 'cli/bin' }, peers: {} },
  mcp: {
    subpaths: [['./mcp', 'mcp/index']],
    commands: { '-mcp': 'mcp/bin' },
    peers: { '@modelcontextprotocol/server': '^2.4.0' },
  },
  // Pages, which nothing imports.
  agents: { subpaths: [], commands: {}, peers: {} },
  // What it uses of frameworks is given to it.
  'server-types': { subpaths: [['./server-types', 'server-types/index']], commands: {}, peers: {} },
};

/** Joins the additions of all surfaces of a package. */
export function surfaceEntries({ surfaces = [] }: Pick<EmitContext, 'surfaces'>): SurfaceEntries {
  const all = surfaces.map((one) => ENTRIES[one]);
  return {
    subpaths: all.flatMap(({ subpaths }) => subpaths),
    commands: Object.assign({}, ...all.map(({ commands }) => commands)),
    peers: Object.assign({}, ...all.map(({ peers }) => peers)),
  };
}

/** Returns the name of a package without its scope, with which the names of its commands begin: `@acme/pets` → `pets`. */
export function commandName(packageName: string): string {
  return packageName.slice(packageName.lastIndexOf('/') + 1);
}
