import type { Diagnostic, Position, Severity } from '../diagnostics.js';
import type { JsonObject } from '../json.js';
import type { EmitContext } from './emit-context.js';
import type { PlainFile, SourceFile } from './source-file.js';

/** Version of the interface between speccast and emitters. It increases with each change that breaks existing emitters. */
export const EMITTER_INTERFACE = 1;

/** Reports a mistake in the input of an emitter; after an error, the package is not written. */
export type ReportMistake = (severity: Severity, message: string, at?: Position) => void;

/** Input of a user's emitter: the context of speccast's emitters, its options, and a function that reports mistakes. */
export interface EmitterContext<Options extends object = JsonObject> extends EmitContext {
  /** Options of the emitter in the configuration; `{}` if it has none. */
  readonly options: Options;
  /** Reports a mistake or a warning. Default position: the emitter in the configuration. */
  readonly report: ReportMistake;
}

/** A module that a user's emitter creates. */
export interface EmittedSource extends SourceFile {
  /** Subpath of the package that exports it: `./quotas`. Default: none. */
  readonly subpath?: string;
}

/** A page (`.md`) or data (`.json`) that a user's emitter creates, written unchanged. */
export interface EmittedText extends PlainFile {
  /** Publish it with the package. Default: false, so it is only in the repository. */
  readonly isPublished?: boolean;
}

/** A file of a user's emitter. */
export type EmittedFile = EmittedSource | EmittedText;

/** An emitter: a name, and a function from the API of a service to files. */
export interface EmitterDefinition<Context extends EmitContext, Files> {
  /** Name in kebab-case, for messages. */
  readonly name: string;
  /** Version of the interface that it is written for. Default: the one of this speccast. */
  readonly version?: number;
  /** JSON Schema of its options, which are an object. Default: it has no options. */
  readonly options?: JsonObject;
  /** Returns the files. Reports wrong input by `context.report` instead of throwing. */
  readonly emit: (context: Context) => Files;
}

/** The files of a user's emitter, or a promise of them. */
export type EmittedFiles = Iterable<EmittedFile> | Promise<Iterable<EmittedFile>>;

/** A user's emitter. */
export type Emitter<Options extends object = JsonObject> = EmitterDefinition<EmitterContext<Options>, EmittedFiles>;

/**
 * Defines an emitter, which is the default export of a module in `speccast.yaml`. `Options` is the type of the options that its schema
 * describes.
 */
export function defineEmitter<Options extends object = JsonObject>(emitter: Emitter<Options>): Emitter<Options> {
  return emitter;
}

/** A file of a user's emitter, with the emitter that created it. */
export interface OwnedFile {
  readonly file: EmittedFile;
  readonly owner: EmitterOwner;
}

/** The emitter of a file, with its position in the configuration. */
export interface EmitterOwner {
  readonly name: string;
  readonly at: Position;
}

/** Results of all users' emitters. */
export interface Emitted {
  readonly files: readonly OwnedFile[];
  readonly diagnostics: readonly Diagnostic[];
}
