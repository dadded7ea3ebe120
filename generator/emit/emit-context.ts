import type { Capabilities, CapabilityFile } from '../api/behaviour/capabilities.js';
import type { OwnCodec } from '../api/types/codec.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Api } from '../api/api.js';
import type { Layout } from './layout.js';
import { OPTIONS, type OutputSettings } from '../options.js';

/** Default version of a package, until its first release and for it. */
export const FIRST_VERSION = '0.1.0';

/** Text of the changelog for the first release. */
export const FIRST_RELEASE = 'First release.';

/** Members of package.json that the spec does not state: from speccast.yaml, or from the package.json of the project. */
export interface PackageSettings {
  /** Semantic version of the package. Default: `0.1.0`. */
  readonly version?: string;
  /** SPDX expression, `UNLICENSED`, or `SEE LICENSE IN LICENSE`. Default: `UNLICENSED`. The text of `MIT` becomes LICENSE. */
  readonly license?: string;
  /** `Name <address> (page)`; becomes the holder in the text of the MIT licence. Default: no author. */
  readonly author?: string;
  /** Default: general keywords for generated packages. */
  readonly keywords?: readonly string[];
  /** `git+https://…` URL of the repository. */
  readonly repository?: string;
  /** Folder of the package in the repository: `generated/pet-store`. */
  readonly directory?: string;
  readonly homepage?: string;
  readonly bugs?: string;
  /** npm must not publish it. Default: true, unless `access` or `registry` is set. */
  readonly private?: boolean;
  /** Address of the registry for publishing. Default: that of npm. */
  readonly registry?: string;
  /** Users who may install it; `public` needs a licence. Default: that of the registry. */
  readonly access?: 'public' | 'restricted';
}

/** Parts of a package. Models and operations belong to each part that needs them. */
export const PARTS: typeof OPTIONS.parts.values = OPTIONS.parts.values;

/** Additions to a package for a framework, a shell or an agent. */
export const SURFACES: typeof OPTIONS.surfaces.values = OPTIONS.surfaces.values;

/** Exports of the user's modules in `custom`, by the name of the module: `index`, `isbn`, `client/books`. */
export type CustomExports = Readonly<Record<string, readonly string[]>>;

/** The user's own code that becomes part of a package. */
export interface OwnCode {
  /** The capabilities of the emulator. Default: none; actions that perform one are left out. */
  readonly capabilities?: Capabilities | undefined;
  /** The files of the folder `custom`. Default: none. */
  readonly custom?: readonly CapabilityFile[] | undefined;
  /** The exports of `custom`, if they are recorded for the next release. Default: none. */
  readonly customExports?: CustomExports | undefined;
}

/** Input of every emitter. */
export interface EmitContext extends OutputSettings, OwnCode {
  readonly api: Api;
  readonly layout: Layout;
  readonly packageName: string;
  /** The command that generates this output, for the first line of each file. */
  readonly command: string;
  readonly assets: Assets;
  /** Members of package.json that the spec does not state; absent for `generate --spec`. */
  readonly settings?: PackageSettings;
  /** The package has been released, or is being released: it has a changelog and `released.json`. Default: false. */
  readonly isReleased?: boolean | undefined;
  /** Repairs of the document, with paths of files relative to its folder. Default: none. */
  readonly repairs?: readonly Diagnostic[];
  /** The user's own codecs. Default: none. */
  readonly codecs?: readonly OwnCodec[] | undefined;
  /** Files of users' emitters, for the entries of package.json. Default: none. */
  readonly emitted?: readonly EmittedEntry[] | undefined;
  /** Omit files that only declare types, because the output is run without being compiled. Default: false. */
  readonly onlyValues?: boolean;
}

/** A file of a user's emitter for package.json: a module with its subpath, or a published page or data. */
export interface EmittedEntry {
  readonly path: string;
  readonly isModule?: boolean;
  readonly subpath?: string | undefined;
  /** Packages that a module imports, by name, as ranges of npm. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
}

/** A template that the user wrote, with its file. */
export interface OwnTemplate {
  readonly text: string;
  /** Name of the file in diagnostics. */
  readonly file: string;
}

/** Sources of the output, by path: `models/interface.hbs`, `validators/union.ts`. */
export interface Assets {
  readonly templates: ReadonlyMap<string, string>;
  /** Sources of the validators' runtime; `speccast validators` copies the functions that it needs into its module. */
  readonly runtime: ReadonlyMap<string, string>;
}
