import type { Diagnostics, Position } from '../../diagnostics.js';
import type { Json } from '../../spec/read/json.js';
import type { Leftover } from '../settings/section.js';
import { Section } from '../settings/section.js';
import type { Setting } from '../settings/setting.js';
import type { Migrated, ServiceDraft } from '../migration.js';
import type { SpecFacts } from '../spec-facts.js';
import { subsetKey } from '../subset.js';
import { sourceFolder } from './output.js';

/** Flags of openapi-typescript and what there is instead; an empty string is what speccast does anyway. */
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
  ['--path-params-as-types', 'calls are `client.<resource>.<method>`, not paths'],
  ['--generate-path-params', 'parameters of paths are members of the params of each call'],
  ['--make-paths-enum', 'calls are `client.<resource>.<method>`, not paths'],
  ['--root-types', ''],
  ['--root-types-no-schema-prefix', ''],
  ['--root-types-keep-casing', 'names of types are in PascalCase'],
  ['--enum', 'enums are unions of their values'],
  ['--enum-values', 'enums are unions of their values'],
  ['--conditional-enums', 'enums are unions of their values'],
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

/** Flags that take a value. */
const WITH_VALUE = new Set(
  '-o --output --auth --header -x --http-headers --redocly --redoc -c --prettier-config'.split(' '),
);

/** Reads scripts of a `package.json`: a service for each call of openapi-typescript. */
export function readScripts(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const scripts = setting.kind === 'map' ? setting.entries.get('scripts')?.value : undefined;
  const all = scripts?.kind === 'map' ? [...scripts.entries] : [];
  const found = all.flatMap(([script, { value }]) =>
    value.kind === 'value' && typeof value.value === 'string' ? readCommands(script, value.value, value.at) : [],
  );
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
    const call = readFlags(words.slice(start + 1));
    const { spec, output } = call;
    return [
      {
        name: script,
        at,
        ...(spec !== undefined && { spec: { text: spec, at } }),
        migrate: (facts: SpecFacts): Migrated => migrateCall(call, { output, script, at, facts }),
      },
    ];
  });
}

/** The commands of a shell script as lists of words. */
function splitWords(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [token] of text.matchAll(/&&|\|\||[;|&]|(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"';|&]|["'])+/g)) {
    if (/^(?:&&|\|\||[;|&])$/.test(token)) commands.push([]);
    else commands.at(-1)?.push(token.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, '$1$2'));
  }
  return commands;
}

/** A call of the command line. */
interface CommandCall {
  readonly spec?: string;
  readonly output?: string;
  readonly flags: readonly string[];
}

function readFlags(words: readonly string[]): CommandCall {
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
  return { flags, ...(spec !== undefined && { spec }), ...(output !== undefined && { output }) };
}

function splitFlag(word: string): readonly [string, string?] {
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  return flag === undefined || value === undefined ? [word] : [flag, value];
}

/** What a call is compared with. */
interface CallContext {
  readonly output: string | undefined;
  readonly script: string;
  readonly at: Position;
  readonly facts: SpecFacts;
}

function migrateCall({ flags }: CommandCall, { output, script, at, facts }: CallContext): Migrated {
  const leftovers = flags.flatMap((word): readonly Leftover[] => {
    const [flag, value] = splitFlag(word);
    if (value === 'false' || flag === '--exclude-deprecated') return [];
    const message = FLAGS.get(flag) ?? 'this flag has no counterpart';
    return message === '' ? [] : [{ key: `scripts.${script} ${flag}`, message, at }];
  });
  const keys = new Map<string, Json>(flags.includes('--exclude-deprecated') ? withoutDeprecated(facts) : []);
  return { source: sourceFolder(output ?? 'src/api'), parts: ['client'], keys, actions: [], leftovers };
}

function withoutDeprecated(facts: SpecFacts): readonly (readonly [string, Json])[] {
  const isThere = facts.operations.some(({ node }) => node['deprecated'] === true);
  return subsetKey({ include: [], exclude: isThere ? [{ deprecated: true }] : [] });
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
  // Versions before 7 call it otherwise.
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
