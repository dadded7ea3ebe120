import type { Diagnostics } from '../diagnostics.js';
import type { SpecText } from '../spec/read/spec-text.js';
import type { ServiceDraft, Tool } from './migration.js';
import { OPENAPI_TS } from './settings/read-literals.js';
import { readSettings } from './settings/read-settings.js';
import type { Setting } from './settings/setting.js';
import { readStainless } from './stainless/read-stainless.js';
import { readHeyApi } from './tools/read-hey-api.js';
import { readCode, readRedocly, readScripts } from './tools/read-openapi-typescript.js';
import { readOrval } from './tools/read-orval.js';

/** A configuration of another tool, and the services that it names. */
export interface Leaving {
  readonly tool: Tool;
  readonly services: readonly ServiceDraft[];
}

/** Reads the configuration of another generator without running it; mistakes are reported, and then there are no services. */
export function readMigration(file: SpecText, tool: Tool | undefined, diagnostics: Diagnostics): Leaving | undefined {
  const setting = readSettings(file, diagnostics);
  if (setting === undefined) return undefined;
  const found = tool ?? recognize(file.file, setting);
  if (found === undefined) {
    const message = 'this is no configuration of Stainless, hey-api, orval or openapi-typescript';
    diagnostics.error('unknown-tool', message, setting.at);
    return undefined;
  }
  const services = readServices(found, file.file, setting, diagnostics);
  return diagnostics.failed ? undefined : { tool: found, services };
}

/** Tells the tool by the name of the file, else by what is in it. */
function recognize(file: string, setting: Setting): Tool | undefined {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  if (/stainless/i.test(name)) return 'stainless';
  if (/^openapi-ts\b/.test(name)) return 'hey-api';
  if (/^orval\b/.test(name)) return 'orval';
  if (/^\.?redocly\.ya?ml$/.test(name)) return 'openapi-typescript';
  if (setting.kind === 'list') return setting.items.some((item) => hasKey(item, 'input')) ? 'hey-api' : undefined;
  if (hasKey(setting, 'resources')) return 'stainless';
  if (hasKey(setting, OPENAPI_TS)) return 'openapi-typescript';
  if (hasKey(setting, 'scripts') || hasKey(setting, 'apis')) return 'openapi-typescript';
  if (hasKey(setting, 'input')) return 'hey-api';
  const values = setting.kind === 'map' ? [...setting.entries.values()] : [];
  return values.some(({ value }) => hasKey(value, 'input')) ? 'orval' : undefined;
}

function hasKey(setting: Setting, key: string): boolean {
  return setting.kind === 'map' && setting.entries.has(key);
}

function readServices(tool: Tool, file: string, setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  if (tool === 'stainless') return readStainless(setting, diagnostics);
  if (tool === 'hey-api') return readHeyApi(setting, diagnostics);
  if (tool === 'orval') return readOrval(setting, diagnostics);
  const call = setting.kind === 'map' ? setting.entries.get(OPENAPI_TS) : undefined;
  if (call !== undefined) return readCode(call.value);
  const isRedocly = /\.ya?ml$/.test(file);
  return isRedocly ? readRedocly(setting, diagnostics) : readScripts(setting, diagnostics);
}
