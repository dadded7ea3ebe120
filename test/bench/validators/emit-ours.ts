import { compileValidators } from '../../../generator/compile-validators/compile-validators.js';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../../spec/read-text.js';

/** Our validators of a schema named `root`: the module as it is, and the same with nothing but `isRoot`. */
export async function emitOurs(schema: string): Promise<readonly string[]> {
  const diagnostics = new Diagnostics();
  const text = `{ "schemas": { "root": ${schema} } }`;
  const emitted = await compileValidators({ file: 'bench.json', text, formats: 'assert', diagnostics });
  if (emitted === undefined) throw new Error(diagnostics.list.map(printDiagnostic).join('\n'));
  return [emitted, `${emitted.slice(0, emitted.indexOf('/** The validators, by'))}export { isRoot };\n`];
}
