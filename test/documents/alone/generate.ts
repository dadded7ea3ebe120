import { execFileSync } from 'node:child_process';
import { folder, root } from './folder.js';

/** Makes both packages from the documents alone, before the tests of the documents run on them. */
export default function generate(): void {
  const args = ['--import', 'tsx', 'generator/cli.ts', 'generate', '--no-overlays', '--out', folder];
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
