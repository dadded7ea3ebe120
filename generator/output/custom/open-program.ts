import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Project, ts, type FileSystemHost } from 'ts-morph';
import type { Position } from '../../diagnostics.js';
import { packageTsconfig } from '../../emit/package/package-json.js';
import { findUpwards, foldersAbove, isInside, isSystemError, readText } from '../disk.js';
import type { TextFile } from '../text-file.js';

/** An output folder as it will be after writing: new generated files in place of those on disk. */
export interface OutputPlan {
  /** Absolute. */
  readonly out: string;
  readonly output: 'package' | 'source';
  readonly files: readonly TextFile[];
}

/** Opens a TypeScript program with some files of the folder as roots; modules that they import are read when needed. */
export function openProgram(plan: OutputPlan, roots: readonly string[]): ts.Program {
  const compilerOptions = plan.output === 'package' ? packageOptions(plan.out) : sourceOptions(plan.out);
  const project = new Project({
    compilerOptions: { ...compilerOptions, noEmit: true, skipLibCheck: true },
    fileSystem: withPlanned(plan),
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  });
  for (const path of roots) project.addSourceFileAtPath(join(plan.out, path));
  return project.getProgram().compilerObject;
}

/** Converts an offset to a position in a file; `file` is its name in diagnostics. */
export function positionIn(source: ts.SourceFile, start: number, file: string): Position {
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  return { file, line: line + 1, column: character + 1 };
}

/** Returns a file of a program by its path in the output folder. */
export function getSource(program: ts.Program, { out }: OutputPlan, path: string): ts.SourceFile | undefined {
  return program.getSourceFile(`${out.replaceAll('\\', '/')}/${path}`);
}

/** Returns the options of the package's tsconfig.json, with the types of Node only if they are installed. */
function packageOptions(out: string): ts.CompilerOptions {
  const { options } = ts.convertCompilerOptionsFromJson(Object(packageTsconfig).compilerOptions, out);
  const hasNode = findUpwards(out, 'node_modules/@types/node') !== undefined;
  // ts-morph treats each file as CommonJS. Without `import`, it would not resolve packages that have only ES modules.
  return { ...options, customConditions: ['import'], ...(!hasNode && { types: [] }) };
}

/** Returns the options of the application around plain source; without a tsconfig.json, strict ones that suit any bundler. */
function sourceOptions(out: string): ts.CompilerOptions {
  const strict = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
  };
  const found = findUpwards(out, 'tsconfig.json');
  if (found === undefined) return strict;
  const { config } = ts.readConfigFile(found, readText);
  // The other files of the application are not checked.
  const alone = { ...config, files: [], include: [], references: [] };
  return { ...ts.parseJsonConfigFileContent(alone, ts.sys, dirname(found)).options, composite: false };
}

/** Packages that generated code imports. If one is not installed yet, the program uses that of speccast's own dependencies. */
const PACKAGES = ['@speccast/runtime', '@speccast/emulator'];

function ownFolders(out: string): readonly (readonly [from: string, to: string])[] {
  return PACKAGES.filter((name) => findUpwards(out, `node_modules/${name}`) === undefined).flatMap((name) => {
    try {
      const own = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
      return [[join(out, 'node_modules', name), own] as const];
    } catch (error) {
      if (error instanceof Error && 'code' in error) return [];
      throw error;
    }
  });
}

/** Creates a file system with the files on disk, in which planned files replace or join them. */
function withPlanned({ out, files }: OutputPlan): FileSystemHost {
  const disk = new Project({ skipLoadingLibFiles: true, skipAddingFilesFromTsConfig: true }).getFileSystem();
  const texts = new Map(files.map(({ path, text }) => [join(out, path), text]));
  const own = ownFolders(out);
  const folders = new Set([...texts.keys(), ...own.map(([from]) => from)].flatMap(foldersAbove));
  const real = (path: string): string => {
    const [from, to] = own.find(([folder]) => isInside(path, folder)) ?? [];
    return from === undefined || to === undefined ? path : join(to, relative(from, path));
  };
  return Object.assign(Object.create(disk), {
    readFileSync: (path: string, encoding?: string) => texts.get(path) ?? disk.readFileSync(real(path), encoding),
    fileExistsSync: (path: string) => texts.has(path) || disk.fileExistsSync(real(path)),
    directoryExistsSync: (path: string) => folders.has(path) || disk.directoryExistsSync(real(path)),
    realpathSync: (path: string) => (texts.has(path) ? path : realPath(disk, real(path))),
  });
}

function realPath(disk: FileSystemHost, path: string): string {
  try {
    return disk.realpathSync(path);
  } catch (error) {
    if (isSystemError(error)) return path;
    throw error;
  }
}
