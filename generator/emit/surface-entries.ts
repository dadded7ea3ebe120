import type { Operation } from '../api/api.js';
import { camelCase } from '../api/tools/names.js';
import type { OutputSettings, Surface } from '../options.js';
import type { CodeSymbol } from './source-file.js';

/** Additions of a surface to package.json. */
interface SurfaceEntries {
  /** Subpaths, with the modules that they export. */
  readonly subpaths: readonly (readonly [subpath: string, module: string])[];
  /** Modules of commands, by the suffix of the command: `-mcp` for `pets-mcp`. */
  readonly commands: Readonly<Record<string, string>>;
  /** Optional peer dependencies, with ranges of npm. */
  readonly peers: Readonly<Record<string, string>>;
}

const ENTRIES: Readonly<Record<Surface, Partial<SurfaceEntries>>> = {
  tanstack: {
    subpaths: [['./tanstack', 'tanstack/index']],
    // The first version that passes the `QueryClient` to the functions of mutations.
    peers: { '@tanstack/query-core': '^5.89.0' },
  },
  cli: { subpaths: [['./cli', 'cli/index']], commands: { '': 'cli/bin' } },
  mcp: {
    subpaths: [['./mcp', 'mcp/index']],
    commands: { '-mcp': 'mcp/bin' },
    peers: { '@modelcontextprotocol/server': '^2.4.0' },
  },
  // SKILL.md and llms.txt have no subpath.
  agents: {},
  // Callers pass the framework, so it is no dependency.
  'server-types': { subpaths: [['./server-types', 'server-types/index']] },
};

/** Joins the additions of all surfaces of a package. */
export function surfaceEntries({ surfaces = [] }: Pick<OutputSettings, 'surfaces'>): SurfaceEntries {
  const all = surfaces.map((one) => ENTRIES[one]);
  return {
    subpaths: all.flatMap(({ subpaths = [] }) => subpaths),
    commands: Object.assign({}, ...all.map(({ commands }) => commands)),
    peers: Object.assign({}, ...all.map(({ peers }) => peers)),
  };
}

/** Returns the name of a package without its scope, which is the start of its commands: `@acme/pets` → `pets`. */
export function commandName(packageName: string): string {
  return packageName.slice(packageName.lastIndexOf('/') + 1);
}

/** `operation-table`: `operations`, the operations of a package by name, for surfaces that find operations by name. */
export const operationTable: CodeSymbol = { name: 'operations', module: 'operation-table' };

/** Returns `petsOperations` of `operations/pets`: the part of `operation-table` for a resource. */
export function moduleTable(module: string): CodeSymbol {
  return { name: `${camelCase(module.replace(/^.*\//, ''), 'resource')}Operations`, module };
}

/** Returns true if a package has an `operation-table`. */
export function hasOperationTable({ surfaces = [] }: Pick<OutputSettings, 'surfaces'>): boolean {
  return surfaces.some((one) => one === 'cli' || one === 'mcp' || one === 'server-types');
}

/** Returns the name of an operation in the client: `pets.list`. */
export function tableName({ group, property }: Operation): string {
  return [...group, property].join('.');
}
