import type { Position } from '../../diagnostics.js';
import { isJsonObject, type JsonObject, listEntries, toObject } from '../../json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import type { Api, Operation } from '../api.js';
import { type Capabilities, readCapabilityName } from './capabilities.js';
import { findResources, type FoundResources } from './find-resources.js';

/** A description of an operation's behaviour in the emulator, with the reason for it. */
export interface Explanation {
  /** `operationId`; `GET /path` where it has none. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Place of the operation. */
  readonly at: Position;
  /** A clause without a subject: `lists tasks`. */
  readonly does: string;
  /** A clause: ``it responds with a list in `data` ``. */
  readonly why: string;
  /** Place of `x-action`, if the operation has one. */
  readonly declaredAt?: Position;
}

const SAMPLES = 'responds with a sample and stores nothing';

/** Describes the behaviour of each operation in the emulator, in the order of the spec. */
export function explainBehaviour(
  api: Api,
  { positions }: SpecDocument,
  capabilities?: Capabilities,
): readonly Explanation[] {
  const { resources, behaviours, reasons } = findResources(api);
  const declaredTables = [
    ...api.models
      .map(({ extensions }) => toObject(extensions['x-resource']))
      .map((one) => [one['table'], one] as const),
    ...listEntries(toObject(api.extensions['x-emulator'])['tables']),
  ];
  const tables: Tables = new Map([
    ...declaredTables.map(([name, rules]) => [String(name), toObject(rules)] as const),
    ...resources.map(({ table, rules }) => [table, rules] as const),
  ]);
  const rows = findNamedRows(api, behaviours);
  const registered = new Set(capabilities?.registered.map(({ name }) => name));
  return api.operations.map((operation) => {
    const { id, method, path, at, extensions } = operation;
    const about = { operation: id, method, path, at };
    const declared = extensions['x-action'];
    const action = declared ?? behaviours.get(id)?.['action'];
    if (action === undefined) return { ...about, does: SAMPLES, why: explainSample(operation, rows, tables) };
    const does = isJsonObject(action) ? describe(action, tables) : 'rejects each call with the status 405';
    if (declared === undefined) return { ...about, does, why: reasons.get(id) ?? 'its path suggests it' };
    const declaredAt = isJsonObject(declared) ? positions.of(declared) : at;
    const name = readCapabilityName(declared);
    if (name === undefined || registered.has(name)) return { ...about, does, why: '`x-action` says so', declaredAt };
    const why = `there is no capability \`${name}\`, which \`x-action\` names`;
    return { ...about, does: SAMPLES, why, declaredAt };
  });
}

/** Rules of each table, by its name. */
type Tables = ReadonlyMap<string, JsonObject>;

function describe(action: JsonObject, tables: Tables): string {
  const name = readCapabilityName(action);
  if (name !== undefined) return `runs the capability \`${name}\``;
  const { table } = readActionTable(action);
  const { key = 'id', single } = tables.get(table) ?? {};
  const row = single === undefined ? `a row of ${table}` : `the row of ${table}`;
  if ('list' in action) return `${'count' in action ? 'counts' : 'lists'} ${table}`;
  if ('get' in action) return `reads ${row}`;
  if ('insert' in action) return `stores ${'many' in action ? 'rows' : 'a row'} in ${table} (key: ${String(key)})`;
  if ('delete' in action) return `deletes ${action['all'] === true ? `all rows of ${table}` : row}`;
  const change = action['replace'] === true ? 'replaces' : 'changes';
  return `${change} ${row}${action['upsert'] === true ? ', or stores it if there is none' : ''}`;
}

/** Reads the table of an action, and the parameter that names a row: `{ get: 'pets', by: 'petId' }`. The table is empty if it names none. */
function readActionTable(action: JsonObject): { readonly table: string; readonly by: string | undefined } {
  const { list, get, insert, update, delete: removed, by } = action;
  const table = list ?? get ?? insert ?? update ?? removed ?? '';
  return { table: String(table), by: typeof by === 'string' ? by : undefined };
}

/** Explains why an operation returns samples, and which extensions would change that. */
function explainSample(operation: Operation, rows: NamedRows, tables: Tables): string {
  const { method, path, reads = method === 'GET' || method === 'HEAD' } = operation;
  const isRead = reads === true;
  const lead = `nothing says what it ${isRead ? 'reads' : 'changes'}`;
  // The row that the longest start of the path names: `/tasks/{id}` for `/tasks/{id}/move`.
  const ends = [...path.matchAll(/[/:]|$/g)].map(({ index }) => index).toReversed();
  const above = ends.map((end) => rows.get(path.slice(0, end))).find((row) => row !== undefined);
  if (above === undefined) return `${lead}; \`x-resource\` and \`x-action\` in an overlay would say it`;
  const verb = isRead ? 'get' : method === 'DELETE' ? 'delete' : 'update';
  const action = `\`x-action: { ${verb}: ${above.table}, by: ${above.by} }\``;
  const { inferred, key = 'id' } = tables.get(above.table) ?? {};
  // An action can name only a table that the spec declares.
  const resource = `\`x-resource: { table: ${above.table}, key: ${String(key)} }\` on its schema`;
  return `${lead}; ${action}${inferred === true ? ` and ${resource}` : ''} in an overlay would say it`;
}

/** Tables by the paths that name one of their rows, with the parameter for its key: `/tasks/{id}` → `{ table: 'tasks', by: 'id' }`. */
type NamedRows = ReadonlyMap<string, { readonly table: string; readonly by: string }>;

/** Finds the paths that name a row; if several operations on a path name one, the first counts. */
function findNamedRows({ operations }: Api, behaviours: FoundResources['behaviours']): NamedRows {
  const named = operations.toReversed().flatMap(({ id, path, extensions }) => {
    const { table, by } = readActionTable(toObject(extensions['x-action'] ?? behaviours.get(id)?.['action']));
    return table !== '' && by !== undefined && path.includes(`{${by}}`) ? [[path, { table, by }] as const] : [];
  });
  return new Map(named);
}
