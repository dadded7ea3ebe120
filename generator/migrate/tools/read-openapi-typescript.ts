import type { Diagnostics, Position } from '../../diagnostics.js';
import type { Leftover } from '../settings/section.js';
import { Section, type Advice } from '../settings/section.js';
import { getEntry, readText, type Setting } from '../settings/setting.js';
import type { Migrated, ServiceDraft } from '../migration.js';
import type { SpecFacts } from '../spec-facts.js';
import { renameAllTypes } from '../names.js';
import { sourceFolder, subsetKey, withoutDeprecated } from '../output-keys.js';
import { withValueKeys, type Leave } from '../value-keys.js';

/** Flags of openapi-typescript and the counterparts of speccast; an empty string if speccast does the same. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['--alphabetize', 'output has the order of the document'],
  ['-t', 'objects are interfaces'],
  ['--export-type', 'objects are interfaces'],
  ['--immutable', ''],
  ['--immutable-types', ''],
  ['--additional-properties', 'further properties are allowed where the document says so'],
  ['--empty-objects-unknown', 'types are as the document has them'],
  ['--default-non-nullable', 'a property with a default is optional in requests, as in the document'],
  ['--properties-required-by-default', 'properties are required where the document says so'],
  ['--array-length', 'lengths of arrays are validated, and are no part of types'],
  ['--support-array-length', 'lengths of arrays are validated, and are no part of types'],
  ['--path-params-as-types', 'calls are methods, such as `client.orders.list`, not paths'],
  ['--generate-path-params', 'parameters of paths are members of the params of each call'],
  ['--make-paths-enum', 'calls are methods, such as `client.orders.list`, not paths'],
  ['--root-types', 'types have no prefix: `SchemaOrder` is `Order`'],
  ['--root-types-no-schema-prefix', ''],
  ['--root-types-keep-casing', ''],
  ['--enum', ''],
  ['--enum-values', ''],
  ['--conditional-enums', 'each enum gets constants, whether the document names them or not'],
  ['--dedupe-enums', ''],
  ['--content-never', 'bodies are as the document has them'],
  ['--check', 'run `speccast generate --check`'],
  ['--read-write-markers', ''],
  ['--prettier-config', 'prettier formats what is generated'],
  ['--auth', 'run `speccast pull --header Name=VARIABLE`'],
  ['--header', 'run `speccast pull --header Name=VARIABLE`'],
  ['-x', 'run `speccast pull --header Name=VARIABLE`'],
  ['--http-headers', 'run `speccast pull --header Name=VARIABLE`'],
  ['--redocly', 'rules of Redocly do not apply; name the document by `--spec` where only they name it'],
  ['--redoc', 'rules of Redocly do not apply; name the document by `--spec` where only they name it'],
  ['-c', 'rules of Redocly do not apply; name the document by `--spec` where only they name it'],
]);

/** Types are spelled as their schemas. */
const KEEP_CASING = '--root-types-keep-casing';

/** Flags that take a value. */
const WITH_VALUE = new Set(
  '-o --output --auth --header -x --http-headers --redocly --redoc -c --prettier-config'.split(' '),
);

/** Reads scripts of a `package.json`: a service for each call of openapi-typescript. */
export function readScripts(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const scripts = getEntry(setting, 'scripts');
  const all = scripts?.kind === 'map' ? [...scripts.entries] : [];
  const found = all.flatMap(([script, { value }]) => readCommands(script, readText(value) ?? '', value.at));
  if (found.length === 0)
    diagnostics.error('invalid-settings', 'no script of this package.json calls openapi-typescript', setting.at);
  return found;
}

/** Longest script that is read, in characters. */
const LONGEST = 10_000;

function readCommands(script: string, text: string, at: Position): readonly ServiceDraft[] {
  const commands = splitWords(text.slice(0, LONGEST));
  return commands.flatMap((words) => {
    const start = words.findIndex((word) => /^(?:.*\/)?openapi-typescript(?:@\S*)?$/.test(word));
    if (start === -1) return [];
    const { spec, output, flags } = readFlags(words.slice(start + 1));
    return [
      {
        name: script,
        at,
        spec: spec === undefined ? undefined : { text: spec, at },
        migrate: (facts: SpecFacts): Migrated =>
          migrateCall(flags, { output, facts, keyOf: (flag) => `scripts.${script} ${flag}`, atOf: () => at }),
      },
    ];
  });
}

/** Splits a shell script into commands, and those into words: `a -b && c` → `[[a, -b], [c]]`. */
function splitWords(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [token] of text.matchAll(/&&|\|\||[;|&]|(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"';|&]|["'])+/g)) {
    if (/^(?:&&|\|\||[;|&])$/.test(token)) commands.push([]);
    else commands.at(-1)?.push(token.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, '$1$2'));
  }
  return commands;
}

/** Reads the words of a call of the command line behind its name. */
function readFlags(words: readonly string[]): {
  readonly spec: string | undefined;
  readonly output: string | undefined;
  readonly flags: readonly string[];
} {
  const flags: string[] = [];
  let spec: string | undefined;
  let output: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const [flag = '', stated] = splitFlag(words[index] ?? '');
    const takesValue = WITH_VALUE.has(flag) || /^\d?>+$/.test(flag);
    const value = stated ?? (takesValue ? words[++index] : undefined);
    if (flag === '-o' || flag === '--output' || flag.startsWith('>')) output = value ?? flag.replace(/^>+/, '');
    else if (flag.startsWith('-')) flags.push(stated === undefined || takesValue ? flag : `${flag}=${stated}`);
    else if (!/^\d>/.test(flag)) spec ??= flag;
  }
  return { spec, output, flags };
}

function splitFlag(word: string): readonly [string, string?] {
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  return flag === undefined || value === undefined ? [word] : [flag, value];
}

/** The document and output of a call, and the names and positions of its flags. */
interface CallContext {
  readonly output: string | undefined;
  readonly facts: SpecFacts;
  /** Returns the name and the position of a flag for leftovers. */
  readonly keyOf: (flag: string) => string;
  readonly atOf: (flag: string) => Position;
}

/** Migrates flags of the command line, or options of the same names. */
function migrateCall(flags: readonly string[], { output, facts, keyOf, atOf }: CallContext): Migrated {
  const isSet = (flag: string): boolean => flags.some((one) => one === flag || one === `${flag}=true`);
  const leftovers = flags.flatMap((word): Leftover[] => {
    const [flag, value] = splitFlag(word);
    if (value === 'false' || flag === '--exclude-deprecated') return [];
    if (flag === '--root-types' && isSet('--root-types-no-schema-prefix')) return [];
    const message = FLAGS.get(flag) ?? 'this flag has no counterpart';
    return message === '' ? [] : [{ key: keyOf(flag), message, at: atOf(flag) }];
  });
  const hidden = isSet('--exclude-deprecated') ? withoutDeprecated(facts) : [];
  // Values of an enum of strings can be listed like those of an object.
  const [flag, style] = isSet('--enum') ? (['--enum', 'enum'] as const) : (['--enum-values', 'const'] as const);
  const createLeave =
    (one: string): Leave =>
    (message) =>
      void leftovers.push({ key: keyOf(one), message, at: atOf(one) });
  const wishes = isSet(flag) ? { enums: { style, leave: createLeave(flag) } } : {};
  const keys = withValueKeys(subsetKey(hidden), wishes, facts);
  const actions =
    isSet('--root-types') && isSet(KEEP_CASING)
      ? renameAllTypes(facts, (schema) => schema, createLeave(KEEP_CASING))
      : [];
  return { source: sourceFolder(output ?? 'src/api'), parts: ['client'], keys, actions, leftovers };
}

const codeAdvice: Advice = [
  [
    'transform',
    'types of values are chosen by format: `types: { date-time: Date }` in speccast.yaml, or a codec of your own',
  ],
  ['postTransform', 'types of values are chosen by format: `types` in speccast.yaml; emitters write further files'],
  ['transformProperty', 'change the schema in the overlay: specs/README.md#overlays'],
  ['inject', 'write it into `src/custom`, which stays'],
  ['cwd', 'paths start from the folder of speccast.yaml'],
  ['silent', 'a run prints its summary alone'],
  ['redocly', 'rules of Redocly do not apply'],
];

/** Reads a module that calls `openapiTS(document, options)`: one service. */
export function readCode(call: Setting): readonly ServiceDraft[] {
  const given = new Section(call, codeAdvice);
  const document = given.string('document');
  const at = given.atKey('document');
  return [
    {
      at,
      spec: document === undefined ? undefined : { text: document, at },
      migrate: (facts) => migrateCode(given, facts),
    },
  ];
}

function migrateCode(given: Section, facts: SpecFacts): Migrated {
  const options = given.peek('options');
  given.take('options');
  const document = given.peek('document');
  if (document?.kind === 'code') given.leave('document', `this is ${document.what}; name the document by \`--spec\``);
  const section = options === undefined ? undefined : new Section(options, codeAdvice);
  const names = (section?.keys ?? []).filter((key) => FLAGS.has(toFlag(key)) || key === 'excludeDeprecated');
  const flags = names.filter((key) => section?.boolean(key) === true).map(toFlag);
  const findOption = (flag: string): string => names.find((key) => toFlag(key) === flag) ?? flag;
  const migrated = migrateCall(flags, {
    output: undefined,
    facts,
    keyOf: findOption,
    atOf: (flag) => section?.atKey(findOption(flag)) ?? given.at,
  });
  return { ...migrated, leftovers: [...migrated.leftovers, ...(section?.finish() ?? []), ...given.finish()] };
}

/** Returns the flag of the command line for an option: `enumValues` → `--enum-values`. */
function toFlag(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Reads `apis` of a `redocly.yaml`: a service for each that openapi-typescript writes. */
export function readRedocly(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const root = new Section(setting, []);
  const apis = root.section('apis');
  const found = (apis?.keys ?? []).flatMap((name) => readApi(name, apis?.peek(name)));
  if (found.length === 0)
    diagnostics.error('invalid-settings', 'no API of this file has the key `x-openapi-ts`', setting.at);
  return found;
}

function readApi(name: string, api: Setting | undefined): readonly ServiceDraft[] {
  if (api === undefined) return [];
  const root = new Section(api, [
    ['rules', 'rules of Redocly do not apply'],
    ['decorators', 'change the document in the overlay: specs/README.md#overlays'],
  ]);
  // Versions before 7 call it `openapi-ts`.
  const options = root.section('x-openapi-ts') ?? root.section('openapi-ts');
  const text = root.string('root');
  if (options === undefined || text === undefined) return [];
  const output = options.string('output');
  return [
    {
      name: name.replace(/@.*$/, ''),
      at: root.at,
      spec: { text, at: root.atKey('root') },
      migrate: () => ({
        source: sourceFolder(output ?? 'src/api'),
        parts: ['client'],
        keys: new Map(),
        actions: [],
        leftovers: root.finish(),
      }),
    },
  ];
}
