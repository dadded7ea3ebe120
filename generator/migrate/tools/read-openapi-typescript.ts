import type { Diagnostics, Position } from '../../diagnostics.js';
import { Section, type Advice, type Leftover } from '../settings/section.js';
import { getEntry, listEntries, readText, type Setting } from '../settings/setting.js';
import type { Migrated, ServiceDraft } from '../migration.js';
import type { SpecFacts } from '../spec-facts.js';
import { renameAllTypes } from '../names.js';
import { sourceFolder, subsetKey, withoutDeprecated } from '../output-keys.js';
import { withValueKeys, type Leave } from '../value-keys.js';

/** Messages about the flags of openapi-typescript; an empty string if speccast does the same as the flag. */
const FLAGS: Readonly<Record<string, string>> = {
  '--alphabetize': 'output has the order of the document',
  '-t': 'objects are interfaces',
  '--export-type': 'objects are interfaces',
  '--immutable': '',
  '--immutable-types': '',
  '--additional-properties': 'further properties are allowed where the document says so',
  '--empty-objects-unknown': 'types are as the document has them',
  '--default-non-nullable': 'a property with a default is optional in requests, as in the document',
  '--properties-required-by-default': 'properties are required where the document says so',
  '--array-length': 'lengths of arrays are validated, and are no part of types',
  '--support-array-length': 'lengths of arrays are validated, and are no part of types',
  '--path-params-as-types': 'calls are methods, such as `client.orders.list`, not paths',
  '--generate-path-params': 'parameters of paths are members of the params of each call',
  '--make-paths-enum': 'calls are methods, such as `client.orders.list`, not paths',
  '--root-types': 'types have no prefix: `SchemaOrder` is `Order`',
  '--root-types-no-schema-prefix': '',
  '--root-types-keep-casing': '',
  '--enum': '',
  '--enum-values': '',
  '--conditional-enums': 'each enum gets constants, whether the document names them or not',
  '--dedupe-enums': '',
  '--content-never': 'bodies are as the document has them',
  '--check': 'run `speccast generate --check`',
  '--read-write-markers': '',
  '--prettier-config': 'prettier formats what is generated',
  '--auth': 'run `speccast pull --header Name=VARIABLE`',
  '--header': 'run `speccast pull --header Name=VARIABLE`',
  '-x': 'run `speccast pull --header Name=VARIABLE`',
  '--http-headers': 'run `speccast pull --header Name=VARIABLE`',
  '--redocly': 'rules of Redocly do not apply; if only that file names the document, pass `--spec`',
  '--redoc': 'rules of Redocly do not apply; if only that file names the document, pass `--spec`',
  '-c': 'rules of Redocly do not apply; if only that file names the document, pass `--spec`',
};

/** Flag by which types have exactly the names of their schemas. */
const KEEP_CASING = '--root-types-keep-casing';

/** Flags that take a value. */
const WITH_VALUE = new Set(
  '-o --output --auth --header -x --http-headers --redocly --redoc -c --prettier-config'.split(' '),
);

/** Reads scripts of a `package.json`: a service for each call of openapi-typescript. */
export function readScripts(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const scripts = listEntries(getEntry(setting, 'scripts'));
  const found = scripts.flatMap(([script, { value }]) => readCommands(script, readText(value) ?? '', value.at));
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
    const placed = flags.map((one) => ({ ...one, key: `scripts.${script} ${one.name}`, at }));
    return [
      {
        name: script,
        at,
        spec: spec === undefined ? undefined : { text: spec, at },
        migrate: (facts: SpecFacts): Migrated => migrateCall(placed, output, facts),
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

/** A flag of the command line, or an option of the same name. */
interface Flag {
  /** With its dashes: `--enum`. */
  readonly name: string;
  /** Text after `=`. */
  readonly value?: string | undefined;
  /** Its name and position for leftovers. */
  readonly key: string;
  readonly at: Position;
}

/** Reads the arguments of a call of openapi-typescript on the command line. */
function readFlags(words: readonly string[]): {
  readonly spec: string | undefined;
  readonly output: string | undefined;
  readonly flags: readonly Pick<Flag, 'name' | 'value'>[];
} {
  const flags: Pick<Flag, 'name' | 'value'>[] = [];
  let spec: string | undefined;
  let output: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const [, name = word, stated] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const takesValue = WITH_VALUE.has(name) || /^\d?>+$/.test(name);
    const value = stated ?? (takesValue ? words[++index] : undefined);
    if (name === '-o' || name === '--output' || name.startsWith('>')) output = value ?? name.replace(/^>+/, '');
    else if (name.startsWith('-')) flags.push({ name, value: takesValue ? undefined : stated });
    else if (!/^\d>/.test(name)) spec ??= name;
  }
  return { spec, output, flags };
}

/** Migrates a call of the tool. */
function migrateCall(flags: readonly Flag[], output: string | undefined, facts: SpecFacts): Migrated {
  const find = (flag: string): Flag | undefined =>
    flags.find(({ name, value = 'true' }) => name === flag && value === 'true');
  const leftovers = flags.flatMap(({ name, value, key, at }): Leftover[] => {
    if (value === 'false' || name === '--exclude-deprecated') return [];
    if (name === '--root-types' && find('--root-types-no-schema-prefix')) return [];
    const message = FLAGS[name] ?? 'this flag has no counterpart';
    return message === '' ? [] : [{ key, message, at }];
  });
  const createLeave =
    ({ key, at }: Flag): Leave =>
    (message) =>
      void leftovers.push({ key, message, at });
  const hidden = find('--exclude-deprecated') ? withoutDeprecated(facts) : [];
  const native = find('--enum');
  // Values of an enum of strings can be listed like those of an object.
  const listed = native ?? find('--enum-values');
  const enums = listed && { style: native ? ('enum' as const) : ('const' as const), leave: createLeave(listed) };
  const casing = find('--root-types') && find(KEEP_CASING);
  const keys = withValueKeys(subsetKey(hidden), { enums }, facts);
  const actions = casing ? renameAllTypes(facts, (schema) => schema, createLeave(casing)) : [];
  return { source: sourceFolder(output ?? 'src/api'), parts: ['client'], keys, actions, leftovers };
}

const codeAdvice: Advice = {
  transform:
    'types of values are chosen by format: `types: { date-time: Date }` in speccast.yaml, or a codec of your own',
  postTransform: 'types of values are chosen by format: `types` in speccast.yaml; emitters write further files',
  transformProperty: 'change the schema in the overlay: specs/docs/overlays.md',
  inject: 'write this code into `src/custom`, which `generate` never changes',
  cwd: 'paths start from the folder of speccast.yaml',
  silent: 'a run prints only its summary',
  redocly: 'rules of Redocly do not apply',
};

/** Reads a module that calls `openapiTS(document, options)`: one service. */
export function readCode(call: Setting): readonly ServiceDraft[] {
  const args = new Section(call, codeAdvice);
  const document = args.string('document');
  const at = args.atKey('document');
  const spec = document === undefined ? undefined : { text: document, at };
  return [{ at, spec, migrate: (facts) => migrateCode(args, facts) }];
}

function migrateCode(args: Section, facts: SpecFacts): Migrated {
  const options = args.take('options');
  const document = args.peek('document');
  if (document?.kind === 'code') args.leave('document', `this is ${document.what}; name the document by \`--spec\``);
  const section = options && new Section(options, codeAdvice);
  const flags = (section?.keys ?? []).flatMap((key): Flag[] => {
    const name = toFlag(key);
    const isKnown = name in FLAGS || key === 'excludeDeprecated';
    return isKnown && section?.boolean(key) === true ? [{ name, key, at: section.atKey(key) }] : [];
  });
  const migrated = migrateCall(flags, undefined, facts);
  return { ...migrated, leftovers: [...migrated.leftovers, ...(section?.finish() ?? []), ...args.finish()] };
}

/** Returns the flag of the command line for an option: `enumValues` → `--enum-values`. */
function toFlag(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Reads `apis` of a `redocly.yaml`: a service for each that openapi-typescript writes. */
export function readRedocly(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const found = listEntries(getEntry(setting, 'apis')).flatMap(([name, { value }]) => readApi(name, value));
  if (found.length === 0)
    diagnostics.error('invalid-settings', 'no API of this file has the key `x-openapi-ts`', setting.at);
  return found;
}

function readApi(name: string, api: Setting): readonly ServiceDraft[] {
  const root = new Section(api, {
    rules: 'rules of Redocly do not apply',
    decorators: 'change the document in the overlay: specs/docs/overlays.md',
  });
  // Versions before 7 call it `openapi-ts`.
  const key = ['x-openapi-ts', 'openapi-ts'].find((one) => root.hasSection(one));
  const text = root.string('root');
  if (key === undefined || text === undefined) return [];
  const output = root.section(key).string('output');
  return [
    {
      name: name.replace(/@.*$/, ''),
      at: root.at,
      spec: { text, at: root.atKey('root') },
      migrate: (facts) => ({ ...migrateCall([], output, facts), leftovers: root.finish() }),
    },
  ];
}
