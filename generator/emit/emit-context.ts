import type { Capabilities, CapabilityFile } from '../api/behaviour/capabilities.js';
import type { OwnCodec } from '../api/types/codec.js';
import type { Diagnostic } from '../diagnostics.js';
import type { Api } from '../api/api.js';
import type { Layout } from './layout.js';
import { OPTIONS, type OutputSettings } from '../options.js';

/** Version of a package before its first release, and of that, where none is configured. */
export const FIRST_VERSION = '0.1.0';

/** Text of the changelog for the first release. */
export const FIRST_RELEASE = 'First release.';

/** Members of package.json that the spec does not state: from speccast.yaml, or from the package.json of the project. */
export interface PackageSettings {
  /** Semantic version of the package. Default: `0.1.0`. */
  readonly version?: string;
  /** SPDX expression, `UNLICENSED`, or `SEE LICENSE IN LICENSE`. Default: `UNLICENSED`. The text of `MIT` becomes LICENSE. */
  readonly license?: string;
  /** `Name <address> (page)`; the licence of MIT names the holder. Default: nobody. */
  readonly author?: string;
  /** Default: some that hold of any generated package. */
  readonly keywords?: readonly string[];
  /** `git+https://…` URL of the repository. */
  readonly repository?: string;
  /** Folder of the package in the repository: `generated/pet-store`. */
  readonly directory?: string;
  readonly homepage?: string;
  readonly bugs?: string;
  /** True if npm must not publish it. Default: true, unless `access` or `registry` is given. */
  readonly private?: boolean;
  /** Address of the registry that it is published to. Default: that of npm. */
  readonly registry?: string;
  /** Users that may install it; `public` needs a licence. Default: that of the registry. */
  readonly access?: 'public' | 'restricted';
}

/** Parts of a package. Models and operations belong to each part that needs them. */
export const PARTS: typeof OPTIONS.parts.values = OPTIONS.parts.values;

/** Additions to a package: each offers its operations to a framework, a shell or an agent. */
export const SURFACES: typeof OPTIONS.surfaces.values = OPTIONS.surfaces.values;

/** Names that modules of the user's own give to users of the package, by the names of the modules: `index`, `isbn`, `client/books`. */
export type CustomExports = Readonly<Record<string, readonly string[]>>;

/** Code of the user's own that a package takes in. */
export interface OwnCode {
  /** The service's own code for its emulator. Default: none, and actions that perform some are left out. */
  readonly capabilities?: Capabilities | undefined;
  /** The files of the folder of the package that is the user's own. Default: none. */
  readonly custom?: readonly CapabilityFile[] | undefined;
  /** The exports of these for users of the package, where the next release has to know them. Default: nothing. */
  readonly customExports?: CustomExports | undefined;
}

/** Input of every emitter. */
export interface EmitContext extends OutputSettings, OwnCode {
  readonly api: Api;
  readonly layout: Layout;
  readonly packageName: string;
  /** The command that makes this output, for the first line of each file. */
  readonly command: string;
  readonly assets: Assets;
  /** Members of package.json that the spec does not state; absent for `generate --spec`. */
  readonly settings?: PackageSettings;
  /** True if the package was released, or is now: then it has a changelog and `released.json`. Default: false. */
  readonly isReleased?: boolean | undefined;
  /** Repairs of the document, with files named from its folder. Default: none. */
  readonly repairs?: readonly Diagnostic[];
  /** The codecs of the user's own. Default: none. */
  readonly codecs?: readonly OwnCodec[] | undefined;
  /** Files of emitters of the user's own, for the entries of package.json. Default: none. */
  readonly emitted?: readonly EmittedEntry[] | undefined;
  /** True if nothing is emitted that only declares types, because the output is run and not compiled. Default: false. */
  readonly onlyValues?: boolean;
}

/** A file of an emitter of the user's own that package.json names: a module by its subpath, or a page or data that is published. */
export interface EmittedEntry {
  readonly path: string;
  readonly isModule?: boolean;
  readonly subpath?: string | undefined;
  /** Packages that a module imports, by name, as ranges of npm. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
}

/** A template of the user's own, and the file that it is in. */
export interface OwnTemplate {
  readonly text: string;
  /** Name of the file in diagnostics. */
  readonly file: string;
}

/** Texts that output is made from, by path: `models/interface.hbs`, `validators/union.ts`. */
export interface Assets {
  readonly templates: ReadonlyMap<string, string>;
  /** Sources of the validators' runtime: `speccast validators` writes what it needs of them into its module. */
  readonly runtime: ReadonlyMap<string, string>;
}
