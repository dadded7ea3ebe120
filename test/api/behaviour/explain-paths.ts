import { runCommand } from '../../commands/run-command.js';
import { temporaryFolder, writeTexts } from '../../output/temporary-folder.js';

/** An operation in the output of `speccast mock --explain --json`. */
interface ExplainedOperation {
  readonly method: string;
  readonly path: string;
  readonly does: string;
  readonly why: string;
}

/** Runs `speccast mock --explain --json` on a document of paths and component schemas. Throws if the document is rejected. */
export async function explainPaths(paths: object, schemas: object = {}): Promise<readonly ExplainedOperation[]> {
  const cwd = temporaryFolder();
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths, components: { schemas } };
  writeTexts(cwd, { 'pets.json': JSON.stringify(document) });
  const { out, err } = await runCommand('mock', { args: ['pets.json', '--explain', '--json'], cwd });
  const { operations }: { readonly operations?: readonly ExplainedOperation[] } = JSON.parse(out);
  if (operations === undefined) throw new Error(err);
  return operations;
}
