import { compileValidators, printDiagnostic } from 'speccast';

/** Compiles our validators of a schema named `root`: the module as it is, and the same with nothing but `isRoot`. */
export async function emitOurs(schema: string): Promise<readonly string[]> {
  const text = `{ "schemas": { "root": ${schema} } }`;
  const { code, diagnostics } = await compileValidators({ file: 'bench.json', text, formats: 'assert' });
  if (code === undefined) throw new Error(diagnostics.map(printDiagnostic).join('\n'));
  return [code, `${code.slice(0, code.indexOf('/** The validators, by'))}export { isRoot };\n`];
}
