import type { Diagnostics } from '../../diagnostics.js';
import { isLicense } from '../../emit/license.js';
import { isPackageName } from '../../api/tools/names.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Migrated, OverlayAction, ServiceDraft } from '../migration.js';
import { Section } from '../settings/section.js';
import { settingToJson, type Setting } from '../settings/setting.js';
import type { FoundOperation, SpecFacts } from '../spec-facts.js';
import { renameTypes, nameSchemaType, type TypeWish } from '../values/type-names.js';
import { stainlessAdvice } from './advice.js';
import { pascalName, type Casings } from './casing.js';
import { migrateMethods } from './migrate-methods.js';
import { readPaging } from './read-paging.js';
import { readResources, type ModelSetting } from './read-resources.js';

/** Reads a `stainless.yml`: one service, whose document it does not name. */
export function readStainless(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const root = new Section(setting, stainlessAdvice);
  if (root.peek('resources')?.kind !== 'map') {
    diagnostics.error('invalid-settings', 'a configuration of Stainless has a mapping `resources`', root.at);
    return [];
  }
  return [{ at: root.at, migrate: (facts) => migrate(root, facts) }];
}

function migrate(root: Section, facts: SpecFacts): Migrated {
  const casings = readCasings(root);
  const resources = root.section('resources');
  const schemes = readPaging(root.take('pagination'), root);
  const read = resources === undefined ? { methods: [], models: [] } : readResources(resources, casings);
  // They are left out, as is every operation that no method calls.
  root.take('unspecified_endpoints');
  const methods = migrateMethods(read, { facts, schemes });
  const models = renameTypes(
    read.models.map((one) => toTypeWish(one, casings)),
    facts,
  );
  const keys = new Map<string, Json>([
    ['methodNames', 'operationId'],
    ...(facts.operations.some(takesArguments) ? [['argumentStyle', 'positional'] as const] : []),
    ...methods.keys,
    ...readSettings(root),
  ]);
  const packageName = readPackage(root, keys);
  readClientSettings(root.section('client_settings'));
  // Each of their keys is said by itself.
  root.section('query_settings');
  const actions = [...readDocument(root, facts), ...methods.actions, ...models];
  return { ...(packageName !== undefined && { packageName }), keys, actions, leftovers: root.finish() };
}

/** Returns whether the positional style changes a method: it has path parameters or a body. */
function takesArguments({ path, node, parameters }: FoundOperation): boolean {
  return path.includes('{') || node['requestBody'] !== undefined || parameters.some((one) => one['in'] === 'body');
}

/** The type of a model; which words are in capitals is a matter of taste. */
function toTypeWish({ key, schema, section }: ModelSetting, casings: Casings): TypeWish {
  const [name, wanted] = [nameSchemaType(schema), pascalName(key, casings)];
  const isSame = name.toLowerCase() === wanted.toLowerCase();
  return { schema, wanted: isSame ? name : wanted, leave: (message) => section.leave(key, message) };
}

/** Options of the client: each is what the client is given, where environment variables held it. */
function readClientSettings(settings: Section | undefined): void {
  const options = settings?.section('opts');
  for (const name of options?.keys ?? []) {
    const option = options?.section(name);
    if (option === undefined) continue;
    const variable = option.string('read_env') ?? '';
    const isAuth = option.has('auth');
    for (const key of option.keys) option.take(key);
    const value = /^\w+$/.test(variable) ? `process.env.${variable}` : '…';
    const what = isAuth ? `auth: bearer(${value})\` or \`auth: apiKey(${value})` : `middleware: […]`;
    options?.leave(name, `pass \`${what}\` to the client, which reads no environment variable`);
  }
}

/** `custom_casings`, of which camel and Pascal case concern TypeScript. */
function readCasings(root: Section): Casings {
  const casings = new Map<string, { camel?: string | undefined; pascal?: string | undefined }>();
  const section = root.section('custom_casings');
  for (const key of section?.keys ?? []) {
    const own = section?.section(key);
    if (own === undefined) continue;
    casings.set(key, { camel: own.string('camel'), pascal: own.string('pascal') });
    for (const other of ['snake', 'capital', 'constant', 'kebab', 'upper', 'lower']) own.take(other);
  }
  return casings;
}

function readSettings(root: Section): readonly (readonly [string, Json])[] {
  const settings = root.section('settings');
  const license = settings?.peek('license');
  if (license?.kind !== 'value' || typeof license.value !== 'string') return [];
  if (isLicense(license.value)) return [['license', settings?.string('license') ?? '']];
  settings?.leave('license', 'this is no identifier of SPDX; say `license` in speccast.yaml');
  return [];
}

/** The target of TypeScript: its package, and where it is. */
function readPackage(root: Section, keys: Map<string, Json>): string | undefined {
  const targets = root.section('targets') ?? root.section('package');
  // Older configurations call it `node`; what stands under both was chosen by its newer name.
  const target = targets?.section('typescript') ?? targets?.section('node');
  if (target === undefined) return undefined;
  const repository = target.string('production_repo');
  if (repository !== undefined && /^[\w.-]+\/[\w.-]+$/.test(repository))
    keys.set('repository', `git+https://github.com/${repository}.git`);
  target.take('edition');
  target.take('skip');
  const name = target.peek('package_name') === undefined ? 'name' : 'package_name';
  const value = target.string(name);
  if (value === undefined || isPackageName(value)) return value;
  target.leave(name, 'npm takes no package of this name');
  return undefined;
}

/** Servers and security of the document, where the configuration says them and the document does not. */
function readDocument(root: Section, facts: SpecFacts): readonly OverlayAction[] {
  const environments = readEnvironments(root, facts);
  if (!facts.isOpenApi3) return environments;
  const update: Record<string, Json> = {};
  const security = root.peek('security');
  if (security !== undefined && facts.root['security'] === undefined) update['security'] = take(root, 'security') ?? [];
  const schemes = take(root, 'security_schemes');
  const declared = facts.object(facts.object(facts.root['components'])['securitySchemes']);
  if (isJsonObject(schemes)) {
    const missing = Object.entries(schemes).filter(([name]) => !Object.hasOwn(declared, name));
    if (missing.length > 0) update['components'] = { securitySchemes: Object.fromEntries(missing) };
  }
  if (security !== undefined && facts.root['security'] !== undefined) readSameSecurity(root, facts.root);
  const target = '$';
  return [...environments, ...(Object.keys(update).length === 0 ? [] : [{ target, update }])];
}

/** Takes `security` if the document states the same. */
function readSameSecurity(root: Section, document: JsonObject): void {
  const security = root.peek('security');
  const own = security === undefined ? undefined : settingToJson(security);
  if (JSON.stringify(own) === JSON.stringify(document['security'])) root.take('security');
  else root.leave('security', 'the document has another `security`; change it in an overlay');
}

function take(root: Section, key: string): Json | undefined {
  const setting = root.take(key);
  return setting === undefined ? undefined : settingToJson(setting);
}

/** `environments`: the servers of the document, the first one first. */
function readEnvironments(root: Section, facts: SpecFacts): readonly OverlayAction[] {
  const section = root.section('environments');
  const named = (section?.keys ?? []).flatMap((name) => {
    const value = section?.peek(name);
    const url = value?.kind === 'value' && typeof value.value === 'string' ? value.value : undefined;
    if (url === undefined || !/^https?:\/\//.test(url)) return [];
    section?.take(name);
    return [{ url, description: name }];
  });
  const { servers } = facts.root;
  const stated = Array.isArray(servers) ? servers.flatMap((one: Json) => (isJsonObject(one) ? [one['url']] : [])) : [];
  const isSame = named.every(({ url }, index) => sameAddress(url, stated[index]));
  if (named.length === 0 || isSame || !facts.isOpenApi3) return [];
  const remove = servers === undefined ? [] : [{ target: '$.servers', remove: true as const }];
  return [...remove, { target: '$', update: { servers: named } }];
}

function sameAddress(left: string, right: Json | undefined): boolean {
  return typeof right === 'string' && left.replace(/\/$/, '') === right.replace(/\/$/, '');
}
