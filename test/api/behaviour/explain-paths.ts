import { runCommand } from '../../commands/run-command.js';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';

/** What `speccast mock --explain` says of an operation. */
interface Explained {
  readonly method: string;
  readonly path: string;
  readonly does: string;
  readonly why: string;
}

/** What the emulator of a document does for each operation, and why. */
export async function explainPaths(paths: object, schemas: object = {}): Promise<readonly Explained[]> {
  const cwd = temporaryFolder();
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths, components: { schemas } };
  writeTexts(cwd, { 'pets.json': JSON.stringify(document) });
  const { out, err } = await runCommand('mock', { args: ['pets.json', '--explain', '--json'], cwd });
  const { operations }: { readonly operations?: readonly Explained[] } = JSON.parse(out);
  if (operations === undefined) throw new Error(err);
  return operations;
}
