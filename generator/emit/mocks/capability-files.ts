import type { EmitContext } from '../emit-context.js';
import type { CodeSymbol, OutputFile } from '../source-file.js';

/** The folder of the package that holds its capabilities. */
const folder = 'mocks/capabilities';

/** Emits `mocks/capabilities/**`: the capabilities of the service as they were written, with what they import. */
export function emitCapabilities({ capabilities }: EmitContext): readonly OutputFile[] {
  const { files = [], registered = [] } = capabilities ?? {};
  return files.map(({ path, file, text }) => ({
    kind: 'capability',
    path: `src/${folder}/${path}`,
    file,
    text,
    exports: registered.filter((one) => one.path === path).map(({ name }) => name),
  }));
}

/** Finds the export of a capability; `undefined` where it is not registered. */
export function capabilitySymbol(name: string, { capabilities }: EmitContext): CodeSymbol | undefined {
  const found = capabilities?.registered.find((one) => one.name === name);
  return found && { name, module: `${folder}/${found.path.replace(/\.ts$/, '')}` };
}
