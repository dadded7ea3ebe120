import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { readJsonSchema } from '@speccast/runtime/requests';
import { findResource } from '../../act/rows/fit-row.js';
import { explainParameters } from '../../plan/operations/parameter-effects.js';
import { callers } from '../../world/seed.js';
import { getSignInPlan } from '../../features/sign-in/sign-in-plan.js';
import { rowsIn } from '../../store/world.js';
import { stringAt } from '../../values/json-path.js';
import type { Engine } from '../../world/engine.js';
import { wrongBody } from '../input/control-request.js';
import type { Control, ControlOperations } from '../input/controlled-emulator.js';
import { findTable } from './row-operations.js';
import { readRows } from './time-operations.js';

/** Paths of the members that can name a row in the console. */
const titles = ['snippet.title', 'title', 'displayName', 'name', 'fullName', 'login', 'username', 'email', 'label'];

/** The operations on the service, its callers and its tables. */
export const stateOperations: ControlOperations = {
  'health.get GET /health': {
    summary: 'Returns the state of the emulator.',
    response: 'Health',
    run: ({ world, engine, name }) => ({
      status: 'ok',
      baseUrl: new URL(world.baseUrl).pathname,
      world: name,
      time: world.clock.now(),
      service: engine.plan.service.name,
      version: engine.plan.service.version,
      profile: engine.shared.profile,
      takesTokens: getSignInPlan(engine.plan) !== undefined,
      sendsWebhooks: (engine.plan.webhooks?.list.length ?? 0) > 0 || world.webhooks.deliveries.length > 0,
    }),
  },
  'operations.list GET /operations': {
    summary: 'Lists the operations of the service.',
    response: 'Operation[]',
    run: ({ world, engine }) => {
      // They have the same order as those of the plan.
      const { operations } = world;
      return engine.plan.operations.map((plan, index) => {
        const { id, quota, media, auth = [] } = plan.operation;
        return {
          ...operations[index],
          names: plan.names ?? id.split('.'),
          auth: auth.map((one) => (typeof one === 'string' ? [one] : one)),
          parameters: explainParameters(engine.plan, plan),
          cost: quota?.cost,
          bucket: quota && (quota.bucket ?? 'default'),
          uploadPath: media?.uploadPath,
        };
      });
    },
  },
  'callers.list GET /callers': {
    summary:
      'Lists the callers so far, without tokens. A request of the service with `x-mock-caller: <id>` is sent as this caller.',
    response: 'Caller[]',
    run: ({ engine }) => {
      const table = engine.plan.settings.caller?.table;
      return [...rowsIn(engine.filledWorld(), callers).values()].map((row) => {
        const id = String(row['ownId']);
        const own = table && engine.findRow(table, id);
        const name = own && titles.map((path) => stringAt(own, path)).find(Boolean);
        return { id, table, name };
      });
    },
  },
  'state.reset POST /reset': {
    summary: 'Resets the state to the seed, the scenario and the time of the start.',
    isUndoable: true,
    run: ({ world, steps }) => {
      world.reset();
      steps.forget();
    },
  },
  'state.seed POST /seed': {
    summary: 'Adds rows.',
    body: 'Seed',
    isUndoable: true,
    run: seed,
  },
  'state.list GET /state': {
    summary: 'Lists the tables.',
    response: 'Table[]',
    run: ({ world, engine }) => {
      const filled = engine.filledWorld();
      return Object.keys(world.state).map((name) => ({ name, rows: rowsIn(filled, name).size }));
    },
  },
  'tables.list GET /schemas': {
    summary: 'Lists the rules for the rows of each table.',
    response: 'TableRules[]',
    run: ({ world, engine }) => Object.keys(world.state).map((name) => describeTable(engine, name)),
  },
  'tables.getSchema GET /schemas/{table}': {
    summary: 'The JSON Schema of the rows of a table; empty if the spec has none.',
    response: 'Report',
    run: ({ engine, path }) => {
      const model = findResource(engine.plan, path.table)?.model;
      return (model && readJsonSchema(model)) ?? {};
    },
  },
};

/** Describes the rows of a table: their key, and the members that have keys of other tables. */
function describeTable(engine: Engine, name: string): JsonObject {
  const { key = 'id', references = [], owner, copies = {}, embeds = {} } = engine.shared.rules(name);
  const callers = engine.plan.settings.caller?.table;
  const links = [
    ...[...Object.values(embeds), ...Object.values(copies)].map(({ at, of }) => ({ path: at, table: of })),
    { path: typeof owner === 'string' ? owner : undefined, table: callers },
    ...references.filter(({ column }) => column === undefined),
  ];
  const found = new Map<string, string>();
  for (const { path, table } of links)
    if (path !== undefined && table !== undefined && !(table === name && path === key)) found.set(path, table);
  return {
    name,
    key,
    references: Array.from(found, ([path, table]) => ({ path, table })),
    hasSchema: findResource(engine.plan, name)?.model !== undefined,
  };
}

function seed(control: Control): void {
  const { tables, callers: tokens = {}, replace = false } = control.body;
  if (typeof replace !== 'boolean') throw wrongBody('replace has to be true or false', 'replace');
  if (!isJsonObject(tokens) || !Object.values(tokens).every((token) => typeof token === 'string'))
    throw wrongBody('callers has to be an object of tokens', 'callers');
  const rows = readRows(tables, (table) => findTable({ ...control, path: { ...control.path, table } }));
  // The values were just checked.
  control.world.seed(rows, tokens as Readonly<Record<string, string>>, { replace });
}
