import { isJsonObject } from '@speccast/runtime';
import { explainParameters } from '../../plan/operations/parameter-effects.js';
import { callers } from '../../world/seed.js';
import { getSignInPlan } from '../../features/sign-in/sign-in-plan.js';
import { rowsIn } from '../../store/world.js';
import { requireFound, wrongBody } from '../input/control-request.js';
import type { Control, ControlOperations } from '../input/controlled-emulator.js';
import { file, inHeader, inQuery, limit, search, text } from '../document/draft-schema.js';
import {
  getMedia,
  getRow,
  listRows,
  putRow,
  replaceRow,
  describeTable,
  findTable,
  findTitle,
  readSchema,
} from './rows.js';
import { readRows } from './saved-scenarios.js';

/** The operations on tables and rows. */
export const stateOperations: ControlOperations = {
  'health.get GET /health': {
    summary: 'Tells that the emulator responds.',
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
      const plans = new Map(engine.plan.operations.map((plan) => [plan.operation.id, plan]));
      return world.operations.map((operation) => {
        const plan = plans.get(operation.id);
        const { quota, media, auth = [] } = plan?.operation ?? {};
        return {
          ...operation,
          names: plan?.names ?? operation.id.split('.'),
          auth: auth.map((one) => (typeof one === 'string' ? [one] : one)),
          parameters: plan ? explainParameters(engine.plan, plan) : [],
          cost: quota?.cost,
          bucket: quota && (quota.bucket ?? 'default'),
          uploadPath: media?.uploadPath,
        };
      });
    },
  },
  'callers.list GET /callers': {
    summary:
      'Lists who has called so far, without tokens. A request of the service with `x-mock-caller: <id>` is theirs.',
    response: 'Caller[]',
    run: ({ engine }) => {
      const table = engine.plan.settings.caller?.table;
      return [...rowsIn(engine.filledWorld(), callers).values()].map((row) => {
        const id = String(row['ownId']);
        const name = table && findTitle(engine.findRow(table, id));
        return { id, table, name };
      });
    },
  },
  'state.reset POST /reset': {
    summary: 'Goes back to the seed, the scenario and the time of the start.',
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
    summary: 'Lists what is known about the rows of each table.',
    response: 'TableRules[]',
    run: ({ world, engine }) => Object.keys(world.state).map((name) => describeTable(engine, name)),
  },
  'tables.getSchema GET /schemas/{table}': {
    summary: 'The JSON Schema of the rows of a table; empty if the spec has none.',
    response: 'Report',
    run: ({ engine, path }) => readSchema(engine, path.table),
  },
  'rows.list GET /state/{table}': {
    summary: 'Lists rows of a table.',
    parameters: [
      limit,
      inQuery('from', 'How many rows are passed over. Default: 0.'),
      search,
      inQuery('sort', 'Path of the member to sort by: `snippet.title`. Default: the order of insertion.', text),
      inQuery('order', 'Default: asc.', { ...text, enum: ['asc', 'desc'] }),
    ],
    response: 'Rows',
    run: listRows,
  },
  'rows.get GET /state/{table}/{key}': {
    summary: 'Tells a row and its file.',
    response: 'KeyedRow',
    run: getRow,
  },
  'media.get GET /media/{key}': {
    summary: 'Sends a file of the state, such as an upload or a thumbnail. It is no request of the service.',
    variables: { key: 'Its key, as paths of `images` have it.' },
    sends: file,
    run: getMedia,
  },
  'rows.insert POST /state/{table}': {
    summary: 'Stores a new row; what the service assigns is filled in where it is missing.',
    body: 'Row',
    response: 'KeyedRow',
    isUndoable: true,
    run: (control) => putRow(control, control.body, true),
  },
  'rows.replace PUT /state/{table}/{key}': {
    summary: 'Stores a row under its key, new or not. It has to match the schema of its table.',
    parameters: [
      inHeader('If-Match', 'Version of the row that is replaced; another one gets 412.'),
      inHeader('If-None-Match', '`*`: the row has to be new, else it gets 412.'),
    ],
    body: 'Row',
    response: 'KeyedRow',
    isUndoable: true,
    run: replaceRow,
  },
  'rows.delete DELETE /state/{table}/{key}': {
    summary: 'Removes a row and what hangs on it.',
    isUndoable: true,
    run: (control) => {
      const { table, key } = control.path;
      return requireFound(findTable(control).remove(key), `There is no row ${key} in ${table}.`);
    },
  },
};

function seed(control: Control): void {
  const { tables, callers: tokens = {}, replace = false } = control.body;
  if (typeof replace !== 'boolean') throw wrongBody('replace has to be true or false', 'replace');
  if (!isJsonObject(tokens) || !Object.values(tokens).every((token) => typeof token === 'string'))
    throw wrongBody('callers has to be an object of tokens', 'callers');
  const rows = readRows(tables, (table) => findTable({ ...control, path: { ...control.path, table } }));
  // The values were just checked.
  control.world.seed(rows, tokens as Readonly<Record<string, string>>, { replace });
}
