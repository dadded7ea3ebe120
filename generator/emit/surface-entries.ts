import type { EmitContext, Surface } from './emit-context.js';

/** What a surface adds to a package: subpaths, commands, and what it needs of others. */
interface SurfaceEntries {
  /** Subpaths, and the modules behind them. */
  readonly subpaths: readonly (readonly [subpath: string, module: string])[];
  /** Modules that are commands, by what follows the name of the package in theirs. */
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

/** What the surfaces of a package add to it, all together. */
export function surfaceEntries({ surfaces = [] }: Pick<EmitContext, 'surfaces'>): SurfaceEntries {
  const all = surfaces.map((one) => ENTRIES[one]);
  return {
    subpaths: all.flatMap(({ subpaths }) => subpaths),
    commands: Object.assign({}, ...all.map(({ commands }) => commands)),
    peers: Object.assign({}, ...all.map(({ peers }) => peers)),
  };
}

/** The name of a package without its scope: what its commands are called, or begin with. */
export function commandName(packageName: string): string {
  return packageName.slice(packageName.lastIndexOf('/') + 1);
}
