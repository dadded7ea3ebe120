import type { Position } from './diagnostics.js';
import type { OperationSubset } from './spec/operation-pattern.js';

/**
 * The options of a service. From this table follow the keys of speccast.yaml, the flags of `generate --spec` and their help, the
 * JSON schema and the table in the README, what the key of the cache covers, and what `released.json` keeps. All stages are given
 * the values (`ServiceOptions`).
 */
export const OPTIONS = {
  spec: {
    kind: 'own',
    says: 'The OpenAPI document (3.0 to 3.2, in YAML or JSON) or Google API Discovery document: a file, or an https address.',
    more: 'A copy of an address is kept beside this file.',
  },
  overlays: { kind: 'own', says: 'Overlay documents (OpenAPI Overlay 1.0 or 1.1), applied to the spec in this order.' },
  refs: {
    kind: 'own',
    says: 'Folders and address prefixes that references of the spec may point to, beside its own folder.',
    more: 'Nothing else is read or fetched.',
  },
  package: {
    kind: 'own',
    says: 'Name of the package on npm. It also names the client: `createPetstore`.',
    more: 'Optional with `output: source`: then the service names the client.',
  },
  version: {
    kind: 'own',
    of: 'package',
    says: 'Version of the package. Without it, the version of the last release, or 0.1.0.',
    more: '`speccast generate --release` writes the next one here.',
  },
  license: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Licence of this package: an SPDX expression, `UNLICENSED`, or `SEE LICENSE IN LICENSE`.',
  },
  author: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Author of this package.',
  },
  repository: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Address of the repository of this package.',
  },
  homepage: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Address of a page about this package.',
  },
  bugs: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Address for bug reports.',
  },
  keywords: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Keywords for the search of npm.',
  },
  private: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'True if npm must not publish this package.',
  },
  registry: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Address of the registry that this package is published to.',
  },
  access: {
    kind: 'own',
    of: 'package',
    isShared: true,
    says: 'Access to this package on npm: `public` or `restricted`.',
  },
  out: {
    kind: 'own',
    says: 'Output folder of the package or the plain source. It must not contain a spec.',
  },
  output: {
    kind: 'choice',
    values: ['package', 'source'],
    default: 'package',
    flag: 'source',
    instead: 'for services, write `output: source`',
    says: 'A `package` to build and publish, or plain `source` for a folder of an application.',
    more: 'Source needs no build, and depends on `@speccast/runtime` only.',
  },
  parts: {
    kind: 'list',
    values: ['client', 'validators', 'emulator'],
    default: 'all',
    item: 'part',
    flag: 'parts',
    says: 'Parts to generate: `client` (with models and operations), `validators`, and `emulator`, which needs the validators.',
    isReleased: true,
  },
  surfaces: {
    kind: 'list',
    values: ['tanstack', 'cli', 'mcp', 'agents', 'server-types'],
    default: 'none',
    item: 'surface',
    flag: 'surfaces',
    says: 'Additional interfaces for frameworks, shells and agents.',
    more: '`tanstack`, options of TanStack Query at `./tanstack`; `cli`, a command line; `mcp`, a server of the Model Context Protocol; `agents`, pages for coding agents; `server-types`, typed handlers for servers. `cli`, `mcp` and `server-types` need the validators, `agents` a package.',
    isReleased: true,
  },
  importExtension: {
    kind: 'choice',
    values: ['.js', '.ts', 'none'],
    default: '.js',
    flag: 'import-extension',
    of: 'source',
    otherwise: 'packages import `.js`',
    says: 'Extension in imports between modules of `output: source`.',
    more: '`.js` is for Node after a compiler and for Vite, `.ts` for Node that strips types (`allowImportingTsExtensions`), `none` for webpack, Next.js and Metro.',
  },
  argumentStyle: {
    kind: 'choice',
    values: ['object', 'positional'],
    default: 'object',
    flag: 'argument-style',
    says: 'Arguments of methods: one object, or an id by position with the properties of the body beside the parameters.',
    isReleased: true,
  },
  methodNames: {
    kind: 'choice',
    values: ['short', 'operationId'],
    default: 'short',
    flag: 'method-names',
    says: "Names of the client's methods: without the words of their resource, `client.books.list`, or the whole `operationId`.",
  },
  types: {
    kind: 'texts',
    flag: 'types',
    takes: '<format>=<type>,…',
    pairs: 'formats and types, such as date-time=Date,int64=bigint',
    says: 'Types of values by format: `date-time: Date`, `int64: bigint`, or the name of a codec; `string` converts nothing.',
    more: 'See https://github.com/speccast/speccast/blob/main/specs/docs/types.md.',
    isReleased: true,
  },
  codecs: {
    kind: 'own',
    flag: 'codecs',
    takes: '<name>=<file>,…',
    pairs: 'names and files, such as money=codecs/money.ts',
    says: 'Codecs of your own by name, each a TypeScript file that exports `codec` and its type; `types` and `x-codec` name them.',
  },
  enums: {
    kind: 'choice',
    values: ['union', 'const', 'enum'],
    default: 'union',
    flag: 'enums',
    says: 'Form of enums: a union of values, an object of constants with a type of the same name, or an enum of TypeScript.',
    isReleased: true,
  },
  names: {
    kind: 'choices',
    keys: {
      properties: 'Properties of bodies, responses, errors and webhooks.',
      parameters: 'Properties of the params object. Default: as `properties`.',
      operations: 'Resources and methods of the client.',
      types: 'Types and validators of schemas.',
    },
    values: ['camelCase', 'snake_case', 'PascalCase', 'unchanged'],
    default: 'as the spec has them',
    flag: 'names',
    takes: '<what>=<case>,…',
    pairs: 'names and cases, such as properties=camelCase,types=PascalCase',
    says: 'Case of the names of properties, parameters, operations and types. Nothing changes on the wire.',
    isReleased: true,
  },
  format: {
    kind: 'boolean',
    default: 'true, and false with `--spec`',
    flag: 'format',
    instead: 'services are formatted unless they have `format: false`',
    says: 'Formats the code with prettier, which takes most of the time.',
  },
  sources: {
    kind: 'boolean',
    default: 'false',
    says: 'Names the source of each fact (`x-source`) in doc comments and conformance checks.',
    more: '`api.md` and errors of the emulator always name it.',
  },
  strict: {
    kind: 'boolean',
    default: 'false',
    flag: 'strict',
    instead: 'for services, write `strict: true`',
    isCheck: true,
    says: 'Makes errors of faults that would be repaired.',
    more: 'Without it, warnings and `api.md` of the package list the repairs.',
  },
  operations: {
    kind: 'own',
    says: 'Operations to generate, with only what they refer to.',
    more: 'Without this key, all operations are generated.',
  },
  emitters: {
    kind: 'own',
    flag: 'emitter',
    takes: '<file>',
    isRepeatable: true,
    says: 'Emitters of your own: modules that write more files of the package, with `defineEmitter` of `speccast/emitter`.',
  },
  templates: {
    kind: 'own',
    flag: 'templates',
    takes: '<folder>',
    says: 'Templates of your own that replace those of speccast: a folder of files with the same names, or a file for each name.',
  },
  capabilities: {
    kind: 'own',
    says: 'Capabilities of the emulator, by the names in `x-action: { perform: … }`.',
    more: 'Each is a TypeScript file that exports a constant of that name, or `{ file, options }` with a JSON Schema of the other members of `x-action`.',
  },
  modules: {
    kind: 'own',
    of: 'package',
    says: 'Modules of your own, by the names of their subpaths: `feeds` is exported from `./feeds`.',
  },
} as const;

/** One row of the table. */
export interface Option {
  /**
   * The form of the value: one of `values` (`choice`), a list of some (`list`), a mapping of some `keys` to one each (`choices`), of
   * any texts to texts, or a boolean. What is `own` has a reader of its own in `config`.
   */
  readonly kind: 'choice' | 'list' | 'choices' | 'texts' | 'boolean' | 'own';
  readonly values?: readonly string[];
  /** The keys of a mapping, each with a sentence. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Name of an item of a list in messages: `part`. */
  readonly item?: string;
  /** Value of services that do not state it, as documentation writes it. */
  readonly default?: string;
  /** The only form of output that has it, and a note about the other form for messages: `packages import .js`. */
  readonly of?: 'package' | 'source';
  readonly otherwise?: string;
  /** True where it may also be a key of speccast.yaml itself, for all services. */
  readonly isShared?: boolean;
  /** Flag of `generate --spec`, such as `argument-style`. Absent: only speccast.yaml has the option. */
  readonly flag?: string;
  /** The value of the flag, as help writes it. Default: `values`. */
  readonly takes?: string;
  /** Pairs that the flag takes, in words: `formats and types, such as date-time=Date`. */
  readonly pairs?: string;
  readonly isRepeatable?: boolean;
  /** Sentence about services, which have no flag. Default: they name the key. */
  readonly instead?: string;
  /** True where it decides only if there is output: the first line of generated files does not name it. */
  readonly isCheck?: boolean;
  /** A sentence for help, the README and editors. */
  readonly says: string;
  /** Sentences that editors show besides. */
  readonly more?: string;
  /** True where `released.json` keeps the value, so that the last release is compared by it. */
  readonly isReleased?: boolean;
}

/** The same table for code that walks all rows. */
export const options: Readonly<Record<string, Option>> = { ...OPTIONS };

type Table = typeof OPTIONS;

/** The value of a row. */
type Value<Row> = Row extends { kind: 'choice'; values: readonly (infer One)[] }
  ? One
  : Row extends { kind: 'list'; values: readonly (infer One)[] }
    ? readonly One[]
    : Row extends { kind: 'choices'; keys: infer Keys; values: readonly (infer One)[] }
      ? { readonly [Key in keyof Keys]?: One }
      : Row extends { kind: 'texts' }
        ? Readonly<Record<string, string>>
        : boolean;

/** The options whose kind says how they are read. */
export type OptionKey = { [Key in keyof Table]: Table[Key]['kind'] extends 'own' ? never : Key }[keyof Table];

/** The values of these options; absent: not stated. */
export type OptionValues = { readonly [Key in OptionKey]?: Value<Table[Key]> | undefined };

/** Options of a service, of a call of `generate --spec` or of a program. All stages get them. */
export interface ServiceOptions extends OptionValues {
  /** Which operations are generated. Default: all. */
  readonly operations?: OperationSubset | undefined;
  /**
   * Positions of keys in a configuration, and of entries of mappings: `{ enums: …, 'types.date-time': … }`. Absent for flags and
   * programs; then an option that changes nothing is no error.
   */
  readonly optionsAt?: Readonly<Record<string, Position>> | undefined;
}

/** Options with those that decide the form of the output. */
export interface OutputSettings extends ServiceOptions {
  /** A package to build and publish, or plain source for a folder of an application. */
  readonly output: Value<Table['output']>;
  /** In the order of the table. */
  readonly parts: Value<Table['parts']>;
  /** Extension of imports; a package has `.js`. */
  readonly importExtension: Value<Table['importExtension']>;
}

/** A package with all of its parts. */
export const DEFAULT_OUTPUT: OutputSettings = {
  output: 'package',
  parts: OPTIONS.parts.values,
  importExtension: '.js',
};

/** A part of a package. */
export type Part = OutputSettings['parts'][number];

/** Form of the arguments of methods. */
export type ArgumentStyle = Value<Table['argumentStyle']>;

/** A surface of a package. */
export type Surface = Value<Table['surfaces']>[number];

/** Returns whether a value is the one that holds where the option is not stated. */
export function isDefault({ default: usual, values = [] }: Option, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === (usual === 'all' ? values.length : 0);
  return value === undefined || String(value) === usual;
}

/** Options that are stated. */
export type StatedOptions = { readonly [Key in keyof ServiceOptions]: NonNullable<ServiceOptions[Key]> };

/** Takes the stated options out of something that has more. */
export function pickOptions(from: ServiceOptions): StatedOptions {
  const isOption = (key: string): boolean =>
    key === 'operations' || key === 'optionsAt' || (options[key] !== undefined && options[key].kind !== 'own');
  return Object.fromEntries(Object.entries(from).filter(([key, value]) => isOption(key) && value !== undefined));
}
