import type { Position } from '../../diagnostics.js';
import { type Json, type JsonObject, listEntries, toObject } from '../../json.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import type { Api, Operation } from '../api.js';
import { type Capabilities, performedBy } from './capabilities.js';
import { findResources, type FoundResources } from './find-resources.js';

/** The behaviour of the emulator for an operation, in words, with the reason. */
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

/** The behaviour of a service, as the spec declares it and as its paths suggest it. */
interface Known extends FoundResources {
  /** Rows by the paths that name them. */
  readonly rows: ReadonlyMap<string, NamedRow>;
  readonly positions: SpecDocument['positions'];
  readonly capabilities: Capabilities | undefined;
  /** Rules of each table, by its name. */
  readonly tables: ReadonlyMap<string, JsonObject>;
}

/** Says of each operation, in the order of the spec, what the emulator does for it and why. */
export function explainBehaviour(
  api: Api,
  { positions }: SpecDocument,
  capabilities?: Capabilities,
): readonly Explanation[] {
  const found = findResources(api);
  const tables = new Map([
    ...declaredTables(api),
    ...found.resources.map(({ table, rules }) => [table, rules] as const),
  ]);
  const known = { ...found, rows: namedRows(api, found.behaviours), positions, capabilities, tables };
  return api.operations.map((operation) => {
    const { id, method, path, at } = operation;
    const about = { operation: id, method, path, at };
    const declared = operation.extensions['x-action'];
    if (declared !== undefined) return { ...about, ...explainDeclared(operation, declared, known) };
    const action = known.behaviours.get(id)?.['action'];
    if (action === undefined) return { ...about, does: SAMPLES, why: whyNothing(operation, known) };
    const why = known.reasons.get(id) ?? 'its path suggests it';
    return { ...about, does: describe(toObject(action), known), why };
  });
}

/** Rules of the tables that `x-resource` and `x-emulator` declare, by name. */
function declaredTables({ models, extensions }: Api): readonly (readonly [string, JsonObject])[] {
  const resources = models.map((model) => toObject(model.extensions['x-resource']));
  const others = listEntries(toObject(extensions['x-emulator'])['tables']);
  return [
    ...resources.map((rules) => [String(rules['table']), rules] as const),
    ...others.map(([name, rules]) => [name, toObject(rules)] as const),
  ];
}

type Clauses = Pick<Explanation, 'does' | 'why' | 'declaredAt'>;

const SAMPLES = 'responds with a sample and stores nothing';

function explainDeclared({ at }: Operation, declared: Json, known: Known): Clauses {
  const action = toObject(declared);
  const isObject = action === declared;
  const declaredAt = isObject ? known.positions.of(action) : at;
  const name = performedBy(action);
  if (name !== undefined && !known.capabilities?.registered.some((one) => one.name === name))
    return { does: SAMPLES, why: `there is no capability \`${name}\`, which \`x-action\` names`, declaredAt };
  const does = isObject ? describe(action, known) : 'rejects each call with the status 405';
  return { does, why: '`x-action` says so', declaredAt };
}

function describe(action: JsonObject, { tables }: Known): string {
  const name = performedBy(action);
  if (name !== undefined) return `runs the capability \`${name}\``;
  const { table } = readActionTable(action);
  const { key = 'id', single } = tables.get(table) ?? {};
  const row = single === undefined ? `a row of ${table}` : `the row of ${table}`;
  if (action['list'] !== undefined) return `${action['count'] === undefined ? 'lists' : 'counts'} ${table}`;
  if (action['get'] !== undefined) return `reads ${row}`;
  if (action['insert'] !== undefined)
    return `stores ${action['many'] === undefined ? 'a row' : 'rows'} in ${table} (key: ${String(key)})`;
  if (action['delete'] !== undefined) return `deletes ${action['all'] === true ? `all rows of ${table}` : row}`;
  const change = action['replace'] === true ? 'replaces' : 'changes';
  return `${change} ${row}${action['upsert'] === true ? ', or stores it if there is none' : ''}`;
}

/** Reads the table that an action is about, and the parameter that names a row; an empty name where it is about none. */
function readActionTable(action: JsonObject): { readonly table: string; readonly by: string | undefined } {
  const { list, get, insert, update, delete: removed, by } = action;
  const table = list ?? get ?? insert ?? update ?? removed ?? '';
  return { table: String(table), by: typeof by === 'string' ? by : undefined };
}

/** Why an operation returns samples, and what would correct it. */
function whyNothing(operation: Operation, known: Known): string {
  const { method, reads = method === 'GET' || method === 'HEAD' } = operation;
  const isRead = reads === true;
  const lead = `nothing says what it ${isRead ? 'reads' : 'changes'}`;
  // The row that the path begins with: `/tasks/{id}` of `/tasks/{id}/move`.
  const ends = [...operation.path.matchAll(/[/:]|$/g)].map(({ index }) => index).toReversed();
  const [above] = ends.flatMap((end) => known.rows.get(operation.path.slice(0, end)) ?? []);
  if (above === undefined) return `${lead}; \`x-resource\` and \`x-action\` in an overlay would say it`;
  const verb = isRead ? 'get' : operation.method === 'DELETE' ? 'delete' : 'update';
  const action = `\`x-action: { ${verb}: ${above.table}, by: ${above.by} }\``;
  const { inferred, key = 'id' } = known.tables.get(above.table) ?? {};
  // An action can name only a table that the spec declares.
  const resource = `\`x-resource: { table: ${above.table}, key: ${String(key)} }\` on its schema`;
  return `${lead}; ${action}${inferred === true ? ` and ${resource}` : ''} in an overlay would say it`;
}

/** A row that the path of an operation names. */
interface NamedRow {
  readonly table: string;
  /** The parameter that names it. */
  readonly by: string;
}

/** Returns the rows that paths name, each by the first operation on its path that says so. */
function namedRows({ operations }: Api, behaviours: Known['behaviours']): ReadonlyMap<string, NamedRow> {
  const rows = new Map<string, NamedRow>();
  for (const { id, path, extensions } of operations) {
    const { table, by } = readActionTable(toObject(extensions['x-action'] ?? behaviours.get(id)?.['action']));
    if (table !== '' && by !== undefined && path.includes(`{${by}}`) && !rows.has(path)) rows.set(path, { table, by });
  }
  return rows;
}
