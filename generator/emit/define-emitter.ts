import type { Diagnostic, Position, Severity } from '../diagnostics.js';
import type { JsonObject } from '../json.js';
import type { EmitContext } from './emit-context.js';
import type { PlainFile, SourceFile } from './source-file.js';

/** Version of the interface between speccast and emitters. It changes where an emitter of an older one would not work. */
export const EMITTER_INTERFACE = 1;

/** A message of an emitter of one's own about the input; errors keep the package from being written. */
export type ReportMistake = (severity: Severity, message: string, at?: Position) => void;

/** Input of an emitter of one's own: the context of those of speccast, its options, and a function that reports mistakes. */
export interface EmitterContext<Options extends object = JsonObject> extends EmitContext {
  /** Its options in the configuration; `{}` if it has none. */
  readonly options: Options;
  /** Reports a mistake or a warning; without a position it is that of the emitter in the configuration. */
  readonly report: ReportMistake;
}

/** A module that an emitter of one's own makes. */
export interface EmittedSource extends SourceFile {
  /** The subpath that the package exports it by: `./quotas`. Default: none. */
  readonly subpath?: string;
}

/** A page (`.md`) or data (`.json`) that an emitter of one's own makes, byte for byte. */
export interface EmittedText extends PlainFile {
  /** True if it is published with the package. Default: false, and it stays in the repository. */
  readonly isPublished?: boolean;
}

/** A file of an emitter of one's own. */
export type EmittedFile = EmittedSource | EmittedText;

/** An emitter: a name, and a function from the description of a service to files. */
export interface EmitterDefinition<Context extends EmitContext, Files> {
  /** In kebab-case; messages name it. */
  readonly name: string;
  /** The version of the interface that it is made for. Default: the one of this speccast. */
  readonly version?: number;
  /** JSON Schema of its options, an object; without one it takes none. */
  readonly options?: JsonObject;
  /** Makes the files; throws nothing where the input is wrong, but reports it. */
  readonly emit: (context: Context) => Files;
}

/** The files of an emitter of one's own, at once or later. */
export type EmittedFiles = Iterable<EmittedFile> | Promise<Iterable<EmittedFile>>;

/** An emitter of one's own. */
export type Emitter<Options extends object = JsonObject> = EmitterDefinition<EmitterContext<Options>, EmittedFiles>;

/**
 * Defines an emitter; a module that `speccast.yaml` names exports one by default. `Options` is the type of what its schema of
 * options takes.
 */
export function defineEmitter<Options extends object = JsonObject>(emitter: Emitter<Options>): Emitter<Options> {
  return emitter;
}

/** A file of an emitter of one's own, and whose it is. */
export interface OwnedFile {
  readonly file: EmittedFile;
  readonly owner: EmitterOwner;
}

/** Which emitter made something, and where the configuration names it. */
export interface EmitterOwner {
  readonly name: string;
  readonly at: Position;
}

/** Results of the emitters of one's own. */
export interface Emitted {
  readonly files: readonly OwnedFile[];
  readonly diagnostics: readonly Diagnostic[];
}
