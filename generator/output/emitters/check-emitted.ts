import type { Diagnostics, Position } from '../../diagnostics.js';
import { NPM } from '../../emit/code/imports.js';
import type { EmittedFile, EmittedSource, EmitterOwner } from '../../emit/define-emitter.js';
import { isPackages } from '../../emit/own-packages.js';
import { isOutputPath } from '../prove/report-code.js';
import { KEPT, isCustomPath } from '../write/manifest.js';

/** Returns the fault of a file that an emitter returned: `returned a file without a path`; `undefined` if the file is well-formed. */
function describeWrongFile(file: unknown): string | undefined {
  if (typeof file !== 'object' || file === null) return 'returned something that is no file';
  const { kind, path }: { kind?: unknown; path?: unknown } = file;
  if (typeof path !== 'string') return 'returned a file without a path';
  const shown = JSON.stringify(path);
  if (kind !== 'source' && kind !== 'plain')
    return `returned ${shown} with the kind ${JSON.stringify(kind)}; there are "source" and "plain"`;
  if (!isOutputPath(path)) return `writes to ${shown}, which is not the path of a file in the package`;
  if (isCustomPath(path)) return `writes to ${shown}, in the folder for code of the user`;
  const isReserved = KEPT.has(path) || path === 'LICENSE' || /^(?:\.|dist\/|node_modules\/)/.test(path);
  if (isReserved) return `writes to ${shown}, which belongs to the package itself`;
  if (kind === 'source') return describeWrongSource(file, path);
  const { text, isPublished = false }: { text?: unknown; isPublished?: unknown } = file;
  if (!/\.(?:md|json)$/.test(path)) return `returned ${shown} as it is; pages (.md) and data (.json) can be`;
  if (typeof text !== 'string' || typeof isPublished !== 'boolean') return `returned ${shown} without its \`text\``;
  return text.includes('\r') ? `returned ${shown} with line ends that are not "\\n"` : undefined;
}

function describeWrongSource(file: object, path: string): string | undefined {
  const { imports, body, subpath, packages = {} }: { [key in keyof EmittedSource]?: unknown } = file;
  const shown = JSON.stringify(path);
  if (!/^src\/.*(?<!\.d)\.ts$/.test(path)) return `returned the source ${shown}; those are "src/….ts"`;
  const isImport = (line: unknown): boolean => {
    const { module, name, alias = '', typeOnly }: Record<string, unknown> = Object(line);
    return [module, name, alias].every((one) => typeof one === 'string') && typeof typeOnly === 'boolean';
  };
  if (!Array.isArray(imports) || !imports.every(isImport))
    return `returned ${shown} with \`imports\` that are not imports`;
  const isStatement = (one: unknown): boolean =>
    typeof one === 'string' || (typeof one === 'object' && one !== null && 'kind' in one);
  if (!Array.isArray(body) || body.length === 0 || !body.every(isStatement))
    return `returned ${shown} with a \`body\` that is not a list of statements`;
  const isKnown = (line: unknown): boolean => {
    const { module = '' }: { module?: string } = Object(line);
    return !module.startsWith(NPM) || Object.hasOwn(Object(packages), module.slice(NPM.length));
  };
  if (!isPackages(packages) || !imports.every(isKnown))
    return `returned ${shown} with \`packages\` that are not those that it imports, such as { zod: "^4.3.0" }`;
  const isSubpath = subpath === undefined || (typeof subpath === 'string' && /^\.\/[a-z0-9][a-z0-9/-]*$/.test(subpath));
  return isSubpath
    ? undefined
    : `returned ${shown} with the subpath ${JSON.stringify(subpath)}; one is like "./quotas"`;
}

/** Returns the files of an emitter that are well-formed, and reports the others. */
export function checkFiles(
  files: unknown,
  { name, at }: EmitterOwner,
  diagnostics: Diagnostics,
): readonly EmittedFile[] {
  const list: readonly unknown[] = Array.isArray(files) ? files : [];
  const none = list.length === 0 ? 'returned no files; it has to return a list of them' : undefined;
  const problems = list.map(describeWrongFile);
  for (const problem of new Set([none, ...problems]))
    if (problem !== undefined)
      diagnostics.error('invalid-emitter', `the emitter ${JSON.stringify(name)} ${problem}`, at);
  // `as`: `describeWrongFile` has checked each of them.
  return list.filter((_, index) => problems[index] === undefined) as EmittedFile[];
}

/** Reports the diagnostics of an emitter. A diagnostic without a position gets that of the emitter in the configuration. */
export function passOn(reported: readonly unknown[], owner: EmitterOwner, diagnostics: Diagnostics): void {
  for (const one of reported) {
    const { severity, message, at }: { severity?: unknown; message?: unknown; at?: unknown } = Object(one);
    const text = `${owner.name}: ${String(message)}`;
    const { file, line, column }: Record<string, unknown> = Object(at);
    const isPosition = typeof file === 'string' && Number.isInteger(line) && Number.isInteger(column);
    // `as`: the members were checked above.
    const position = isPosition ? (at as Position) : owner.at;
    diagnostics[severity === 'warning' ? 'warning' : 'error']('reported-by-emitter', text, position);
  }
}
