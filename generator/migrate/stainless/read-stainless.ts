import type { Diagnostics } from '../../diagnostics.js';
import { isPackageName } from '../../api/tools/names.js';
import { compact, isJsonObject, toArray, toObject, type Json } from '../../json.js';
import type { Migrated, OverlayAction, ServiceDraft } from '../migration.js';
import { nameSchemaType, renameTypes } from '../names.js';
import { Section, type Advice } from '../settings/section.js';
import { readText, settingToJson, type Setting } from '../settings/setting.js';
import type { SpecFacts } from '../spec-facts.js';
import { migrateMethods, readPaging } from './migrate-methods.js';
import { readResources, pascalName, type Casings } from './read-resources.js';
import { isLicense } from '../../emit/ownership.js';

/** Advice on keys of a Stainless configuration that have no counterpart. */
const advice: Advice = {
  organization: 'set it in the document: `info.contact` and `externalDocs`',
  'targets.*': 'only TypeScript is generated; keep another generator for this language',
  'package.*': 'only TypeScript is generated; keep another generator for this language',
  'targets.typescript': 'this has no counterpart; speccast.yaml has the keys of package.json',
  'targets.node': 'this has no counterpart; speccast.yaml has the keys of package.json',
  'targets.typescript.options.mcp_server': 'no MCP server is generated',
  'targets.node.options.mcp_server': 'no MCP server is generated',
  'targets.typescript.publish': 'set `registry` and `access` in speccast.yaml and run `npm publish`',
  'targets.node.publish': 'set `registry` and `access` in speccast.yaml and run `npm publish`',
  client_settings: 'this is an option of the client, whose default cannot be configured',
  'client_settings.default_env_prefix': 'the client reads no environment variables; pass their values to it',
  'client_settings.default_headers': 'pass them to the client: `middleware` sets headers of each call',
  'client_settings.default_timeout': 'pass `timeoutMs` to the client',
  'client_settings.default_retries': 'pass `retry` to the client',
  'client_settings.idempotency': 'set it in the document: `x-idempotent` at an operation, or a parameter for the key',
  query_settings: 'set it in the document: `style` and `explode` of each parameter',
  multipart_settings: 'set it in the document: `encoding` of each body',
  settings: 'this has no counterpart',
  'settings.unwrap_response_fields':
    'responses are what the document says; take the field from what a call resolves to',
  readme: 'README.md and api.md are generated, with examples of the document',
  openapi: 'change the document or write an overlay: specs/README.md#overlays',
  'openapi.code_samples': 'README.md and api.md have a sample of each call',
  custom_casings: 'this casing is for another language',
  streaming: 'a stream is what the document declares as `text/event-stream` or JSON lines',
  edition: 'only Stainless has editions',
  codeflow: 'this is a setting of the hosted service',
  diagnostics: 'this is about the diagnostics of Stainless',
  'resources.**.type': 'methods are operations of the document; write this one in a module of your own',
  'resources.**.streaming': 'a stream is what the document declares as `text/event-stream` or JSON lines',
  'resources.**.deprecated': 'the operation is marked as deprecated; the message has no counterpart',
  'resources.**.body_param_name':
    'properties of the body are beside the parameters, or the body is under `body`, whatever the configuration calls it',
  'resources.**.positional_params': 'path parameters are members of the params: `retrieve({ id })`',
  'resources.**.param_aliases': 'parameters are called as in the document',
  'resources.**.security': 'set it in the document: `security` of the operation',
  'resources.**.description': 'set it in the document: `description` of the operation, schema or tag',
  'resources.**.unwrap_response_fields':
    'responses are what the document says; take the field from what a call resolves to',
};

/** Reads a `stainless.yml`: one service, whose document it does not name. */
export function readStainless(setting: Setting, diagnostics: Diagnostics): readonly ServiceDraft[] {
  const root = new Section(setting, advice);
  if (!root.hasSection('resources')) {
    diagnostics.error('invalid-settings', 'a configuration of Stainless needs a mapping `resources`', root.at);
    return [];
  }
  return [{ at: root.at, migrate: (facts) => migrate(root, facts) }];
}

function migrate(root: Section, facts: SpecFacts): Migrated {
  const casings = readCasings(root);
  const schemes = readPaging(root.take('pagination'), root);
  const read = readResources(root.section('resources'), casings);
  // Unspecified endpoints are left out, as is every operation that no method calls.
  root.take('unspecified_endpoints');
  const methods = migrateMethods(read, { facts, schemes });
  const models = renameTypes(
    read.models.map(({ key, schema, leave }) => {
      const [name, wanted] = [nameSchemaType(schema), pascalName(key, casings)];
      // A name that differs in case only, such as `FileURL` and `FileUrl`, needs no action.
      const isSame = name.toLowerCase() === wanted.toLowerCase();
      return { schema, wanted: isSame ? name : wanted, leave };
    }),
    facts,
  );
  // `argumentStyle` matters only if some method has path parameters or a body.
  const isPositional = facts.operations.some(
    ({ path, node, parameters }) =>
      path.includes('{') || node['requestBody'] !== undefined || parameters.some((one) => one['in'] === 'body'),
  );
  const keys = new Map<string, Json>([['methodNames', 'operationId']]);
  if (isPositional) keys.set('argumentStyle', 'positional');
  for (const [key, value] of Object.entries(methods.keys)) if (value !== undefined) keys.set(key, value);
  readSettings(root.section('settings'), keys);
  const packageName = readPackage(root, keys);
  readClientSettings(root.section('client_settings'));
  // Opened, so that each of its keys is a leftover.
  root.section('query_settings');
  const actions = [...readDocument(root, facts), ...methods.actions, ...models];
  return compact({ packageName, keys, actions, leftovers: root.finish() });
}

/** Reports options of the client as left over: the client takes them as arguments and reads no environment variables. */
function readClientSettings(settings: Section): void {
  const options = settings.section('opts');
  for (const name of options.keys.filter((key) => options.hasSection(key))) {
    const option = options.section(name);
    const variable = option.string('read_env') ?? '';
    for (const key of option.keys) option.take(key);
    const value = /^\w+$/.test(variable) ? `process.env.${variable}` : '…';
    const auth = `auth: bearer(${value})\` or \`auth: apiKey(${value})`;
    const what = option.has('auth') ? auth : 'middleware: […]';
    options.leave(name, `pass \`${what}\` to the client, which reads no environment variable`);
  }
}

/** Reads `custom_casings`. Only camel case and Pascal case concern TypeScript; other cases are ignored. */
function readCasings(root: Section): Casings {
  const casings = new Map<string, { camel?: string | undefined; pascal?: string | undefined }>();
  const section = root.section('custom_casings');
  for (const key of section.keys) {
    const own = section.section(key);
    casings.set(key, { camel: own.string('camel'), pascal: own.string('pascal') });
    for (const other of ['snake', 'capital', 'constant', 'kebab', 'upper', 'lower']) own.take(other);
  }
  return casings;
}

function readSettings(settings: Section, keys: Map<string, Json>): void {
  const license = settings.string('license');
  if (license === undefined) return;
  if (isLicense(license)) keys.set('license', license);
  else settings.leave('license', 'this is not an identifier of SPDX; set `license` in speccast.yaml');
}

/** Reads the target of TypeScript: the name of its package, and its repository. */
function readPackage(root: Section, keys: Map<string, Json>): string | undefined {
  const targets = root.section(root.hasSection('targets') ? 'targets' : 'package');
  // Older configurations call it `node`; the newer name counts first.
  const target = targets.section(targets.hasSection('typescript') ? 'typescript' : 'node');
  const repository = target.string('production_repo');
  if (repository !== undefined && /^[\w.-]+\/[\w.-]+$/.test(repository))
    keys.set('repository', `git+https://github.com/${repository}.git`);
  target.take('edition');
  target.take('skip');
  const name = target.has('package_name') ? 'package_name' : 'name';
  const value = target.string(name);
  if (value === undefined || isPackageName(value)) return value;
  target.leave(name, 'npm does not allow this package name');
  return undefined;
}

/** Returns actions that add the servers and the security of the configuration to a document without them. */
function readDocument(root: Section, facts: SpecFacts): readonly OverlayAction[] {
  const environments = readEnvironments(root, facts);
  if (!facts.isOpenApi3) return environments;
  const { security: declared, components } = facts.root;
  const security = settingToJson(root.peek('security'));
  const isMissing = security !== undefined && declared === undefined;
  if (isMissing || JSON.stringify(security) === JSON.stringify(declared)) root.take('security');
  else if (root.has('security')) root.leave('security', 'the document has another `security`; change it in an overlay');
  const schemes = facts.object(facts.object(components)['securitySchemes']);
  const stated = Object.entries(toObject(settingToJson(root.take('security_schemes'))));
  const missing = stated.filter(([name]) => !Object.hasOwn(schemes, name));
  const update = compact({
    security: isMissing ? security : undefined,
    components: missing.length > 0 ? { securitySchemes: Object.fromEntries(missing) } : undefined,
  });
  return [...environments, ...(Object.keys(update).length === 0 ? [] : [{ target: '$', update }])];
}

/** Reads `environments`, and returns actions that make them the servers of the document, in the same order. */
function readEnvironments(root: Section, facts: SpecFacts): readonly OverlayAction[] {
  const section = root.section('environments');
  const named = section.keys.flatMap((name) => {
    const url = readText(section.peek(name)) ?? '';
    if (!/^https?:\/\//.test(url)) return [];
    section.take(name);
    return [{ url, description: name }];
  });
  const { servers } = facts.root;
  const stated = toArray(servers)
    .filter(isJsonObject)
    .map(({ url }) => url);
  const isSame = named.every(({ url }, index) => {
    const other = stated[index];
    return typeof other === 'string' && url.replace(/\/$/, '') === other.replace(/\/$/, '');
  });
  if (named.length === 0 || isSame || !facts.isOpenApi3) return [];
  const remove = servers === undefined ? [] : [{ target: '$.servers', remove: true as const }];
  return [...remove, { target: '$', update: { servers: named } }];
}
