import type { Capabilities, CapabilityFile } from '../api/behaviour/capabilities.js';
import type { OwnCodec } from '../api/types/codec.js';
import type { NameOptions } from '../api/tools/name-options.js';
import type { Diagnostic, Position } from '../diagnostics.js';
import type { Api } from '../api/api.js';
import type { Layout } from './layout.js';
import type { SourceFile } from './source-file.js';

interface Version {
  readonly text: string;
  readonly number: number;
}

interface MadeFile {
  readonly from: string;
  readonly file: SourceFile;
}

/** What a process that emits again and again keeps of the last time; nothing of it decides what is emitted. */
export class EmitMemory {
  readonly #versions = new Map<string, Version>();
  readonly #files = new Map<string, MadeFile>();
  #count = 0;

  /** A number for a string under a name: the same one as long as the string is the same. */
  numberText(name: string, text: string): number {
    const known = this.#versions.get(name);
    if (known?.text === text) return known.number;
    this.#count += 1;
    this.#versions.set(name, { text, number: this.#count });
    return this.#count;
  }

  /** The file that was made of the same the last time, or one made now; `from` says all that it is made from. */
  reuseFile(path: string, from: string, make: () => SourceFile): SourceFile {
    const known = this.#files.get(path);
    if (known?.from === from) return known.file;
    const file = make();
    this.#files.set(path, { from, file });
    return file;
  }
}

/** Version of a package before its first release, and of that, where none is configured. */
export const FIRST_VERSION = '0.1.0';

/** What the changelog says of a release before which there was none. */
export const FIRST_RELEASE = 'First release.';

/** What package.json says beyond the spec: from speccast.yaml, or from the package.json of the project. */
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
  /** Whether npm must not publish it. Default: true, unless `access` or `registry` is given. */
  readonly private?: boolean;
  /** Address of the registry that it is published to. Default: that of npm. */
  readonly registry?: string;
  /** Who may install it; `public` needs a licence. Default: what the registry does. */
  readonly access?: 'public' | 'restricted';
}

/** What a package may consist of. Models and operations belong to whichever part needs them. */
export const PARTS = ['client', 'validators', 'emulator'] as const;

/** A part of a package. */
export type Part = (typeof PARTS)[number];

/** What a package may offer beside its parts: each a view of its operations for a framework, a shell or an agent. */
export const SURFACES = ['tanstack', 'cli', 'mcp', 'agents', 'server-types'] as const;

/** A surface of a package. */
export type Surface = (typeof SURFACES)[number];

/** How modules name each other in plain source: `./pets.js`, `./pets.ts` or `./pets`. */
export const IMPORT_EXTENSIONS = ['.js', '.ts', 'none'] as const;

/** How methods take what a call needs: all in one object, or an id by position and properties of the body beside parameters. */
export const ARGUMENT_STYLES = ['object', 'positional'] as const;

/** One of the ways. */
export type ArgumentStyle = (typeof ARGUMENT_STYLES)[number];

/** What is generated, and in which form. */
export interface OutputSettings {
  /** A package to build and publish, or plain source for a folder of an application. */
  readonly output: 'package' | 'source';
  /** In the order of `PARTS`. */
  readonly parts: readonly Part[];
  /** In the order of `SURFACES`. Default: none. */
  readonly surfaces?: readonly Surface[] | undefined;
  /** How modules name each other; a package has `.js`. */
  readonly importExtension: (typeof IMPORT_EXTENSIONS)[number];
  /** How methods take what a call needs. Default: `object`. */
  readonly argumentStyle?: ArgumentStyle | undefined;
  /** Where a configuration says so. */
  readonly argumentStyleAt?: Position | undefined;
}

/** A package with all of its parts. */
export const DEFAULT_OUTPUT: OutputSettings = { output: 'package', parts: PARTS, importExtension: '.js' };

/** Names that modules of the user's own give to users of the package, by the names of the modules: `index`, `isbn`, `client/books`. */
export type CustomExports = Readonly<Record<string, readonly string[]>>;

/** What every emitter is given. */
export interface EmitContext extends OutputSettings {
  readonly api: Api;
  readonly layout: Layout;
  readonly packageName: string;
  /** The command that makes this output, for the first line of each file. */
  readonly command: string;
  readonly assets: Assets;
  /** What package.json says beyond the spec; absent for `generate --spec`. */
  readonly settings?: PackageSettings;
  /** Whether it was released, or is now: then it has a changelog, and what the next release is compared with. Default: false. */
  readonly isReleased?: boolean | undefined;
  /** What was repaired in the document, with files named from its folder. Default: nothing. */
  readonly repairs?: readonly Diagnostic[];
  /** The service's own code for its emulator; absent for `generate --spec`. */
  readonly capabilities?: Capabilities | undefined;
  /** The files of the folder of the package that is the user's own. Default: none. */
  readonly custom?: readonly CapabilityFile[] | undefined;
  /** What these give to users of the package, for the next release. Default: nothing. */
  readonly customExports?: CustomExports | undefined;
  /** Types by format. Default: none. */
  readonly types?: Readonly<Record<string, string>> | undefined;
  /** Cases of names that the package was made with, for the next release. */
  readonly names?: NameOptions | undefined;
  /** The codecs of the user's own. Default: none. */
  readonly codecs?: readonly OwnCodec[] | undefined;
  /** What emitters of the user's own made, for the entries of package.json. Default: nothing. */
  readonly emitted?: readonly EmittedEntry[] | undefined;
  /** Whether nothing is emitted that only declares types, because the output is run and not compiled. Default: false. */
  readonly onlyValues?: boolean;
  /** What was kept when this package was emitted before. Default: nothing. */
  readonly memory?: EmitMemory | undefined;
}

/** A file of an emitter of the user's own that package.json names: a module by its subpath, or a page or data that is published. */
export interface EmittedEntry {
  readonly path: string;
  readonly isModule?: boolean;
  readonly subpath?: string | undefined;
  /** What a module imports of others, by name, as ranges of npm. */
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
