import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, root } from './folder.js';

/** Generates both packages from the documents alone, before the tests of the documents run on them. */
export default function generate(): void {
  const project = `${folder}-specs`;
  cpSync(join(root, 'specs'), join(project, 'specs'), { recursive: true });
  const config = join(project, 'specs/speccast.yaml');
  // Formatting takes most of the time, and these tests do not check it.
  writeFileSync(
    config,
    readFileSync(config, 'utf8').replace(/\n {2}(?:video-platform|ad-reporting):\n/g, '$&    format: false\n'),
  );
  const args = ['--import', 'tsx', join(root, 'generator/cli.ts'), 'generate', '--no-overlays', '--out', folder];
  execFileSync(process.execPath, args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
}
