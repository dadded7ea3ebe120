import { type Diagnostics, locateStart } from '../diagnostics.js';
import { Positions } from '../spec/read/positions.js';
import { readYaml } from '../spec/read/read-yaml.js';
import { SourceText, type SpecText } from '../spec/read/source-text.js';
import type { ServiceDraft, Tool } from './migration.js';
import { OPENAPI_TS, readLiterals } from './settings/read-literals.js';
import { getEntry, listEntries, toSetting, type Setting } from './settings/setting.js';
import { readStainless } from './stainless/read-stainless.js';
import { readHeyApi } from './tools/read-hey-api.js';
import { readCode, readRedocly, readScripts } from './tools/read-openapi-typescript.js';
import { readOrval } from './tools/read-orval.js';

/** A configuration of another tool, and the services that it names. */
export interface OldConfig {
  readonly tool: Tool;
  readonly services: readonly ServiceDraft[];
}

/** Reads the configuration of another generator without running it; returns `undefined` if errors were reported. */
export function readMigration(file: SpecText, tool: Tool | undefined, diagnostics: Diagnostics): OldConfig | undefined {
  const setting = readSettings(file, diagnostics);
  if (setting === undefined) return undefined;
  const found = tool ?? recognize(file.file, setting);
  if (found === undefined) {
    const message = 'this is not a configuration of Stainless, hey-api, orval or openapi-typescript';
    diagnostics.error('unknown-tool', message, setting.at);
    return undefined;
  }
  const services = readServices(found, file.file, setting, diagnostics);
  return diagnostics.failed ? undefined : { tool: found, services };
}

/** The tools by the names of their files. */
const FILES: readonly (readonly [name: RegExp, tool: Tool])[] = [
  [/stainless/i, 'stainless'],
  [/^openapi-ts\b/, 'hey-api'],
  [/^orval\b/, 'orval'],
  [/^\.?redocly\.ya?ml$/, 'openapi-typescript'],
];

/** Recognizes the tool by the name of the file, or else by its keys. */
function recognize(file: string, setting: Setting): Tool | undefined {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  const named = FILES.find(([pattern]) => pattern.test(name));
  if (named !== undefined) return named[1];
  if (setting.kind === 'list') return setting.items.some((item) => getEntry(item, 'input')) ? 'hey-api' : undefined;
  if (getEntry(setting, 'resources')) return 'stainless';
  if ([OPENAPI_TS, 'scripts', 'apis'].some((key) => getEntry(setting, key))) return 'openapi-typescript';
  if (getEntry(setting, 'input')) return 'hey-api';
  return listEntries(setting).some(([, { value }]) => getEntry(value, 'input')) ? 'orval' : undefined;
}

function readServices(tool: Tool, file: string, setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  if (tool === 'stainless') return readStainless(setting, diagnostics);
  if (tool === 'hey-api') return readHeyApi(setting, diagnostics);
  if (tool === 'orval') return readOrval(setting, diagnostics);
  const call = getEntry(setting, OPENAPI_TS);
  if (call !== undefined) return readCode(call);
  const isRedocly = /\.ya?ml$/.test(file);
  return isRedocly ? readRedocly(setting, diagnostics) : readScripts(setting, diagnostics);
}

/** Maximum length of a configuration, in characters; handwritten ones are far shorter. */
const LONGEST = 4_000_000;

/** Reads a configuration in YAML, JSON, TypeScript or JavaScript; returns `undefined` if an error was reported. */
function readSettings({ file, text }: SpecText, diagnostics: Diagnostics): Setting | undefined {
  if (text.length > LONGEST) {
    diagnostics.error('invalid-settings', `a configuration has at most ${LONGEST} characters`, locateStart(file));
    return undefined;
  }
  const source = new SourceText(file, '', text);
  if (/\.[cm]?[jt]s$/.test(file)) return readLiterals(source, diagnostics);
  const positions = new Positions();
  const root = readYaml({ source, positions, diagnostics });
  return root === undefined ? undefined : toSetting(root, positions, locateStart(file));
}
