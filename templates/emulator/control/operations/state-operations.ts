import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Scenario } from '../../world/seed.js';
import { explainParameters } from '../../plan/operations/parameter-effects.js';
import { callers } from '../../world/seed-world.js';
import { getSignInPlan } from '../../features/sign-in/sign-in-plan.js';
import { wrongBody } from '../control-request.js';
import type { ControlledEmulator, ControlOperation } from '../controlled-emulator.js';
import { getMedia, getRow, insertRow, listRows, putRow } from './rows.js';
import { describeTable, notFound, schemaOf, tableOf, titleOf } from './tables.js';

/** The operations on tables and rows. */
export const stateOperations: Readonly<Record<string, ControlOperation>> = {
  'health.get': ({ world, engine, name }) => ({
    status: 'ok',
    baseUrl: new URL(world.baseUrl).pathname,
    ...(name === undefined ? {} : { world: name }),
    time: world.clock.now(),
    service: engine.plan.service.name,
    version: engine.plan.service.version,
    profile: engine.shared.profile,
    takesTokens: getSignInPlan(engine.plan) !== undefined,
    sendsWebhooks: (engine.plan.webhooks?.list.length ?? 0) > 0 || world.webhooks.deliveries.length > 0,
  }),
  'operations.list': ({ world, engine }) => {
    const plans = new Map(engine.plan.operations.map((plan) => [plan.operation.id, plan]));
    const items = world.operations.map((operation) => {
      const plan = plans.get(operation.id);
      const { quota, media, auth = [] } = plan?.operation ?? {};
      return {
        ...operation,
        names: plan?.names ?? operation.id.split('.'),
        auth: auth.map((one) => (typeof one === 'string' ? [one] : one)),
        parameters: plan === undefined ? [] : explainParameters(engine.plan, plan),
        ...(quota?.cost === undefined ? {} : { cost: quota.cost, bucket: quota.bucket ?? 'default' }),
        ...(media?.uploadPath === undefined ? {} : { uploadPath: media.uploadPath }),
      };
    });
    return { items };
  },
  'callers.list': ({ engine }) => {
    const table = engine.plan.settings.caller?.table;
    const rows = [...(engine.filledWorld().tables.get(callers)?.values() ?? [])];
    const items = rows.map((row) => {
      const id = String(row['ownId']);
      const name = table === undefined ? undefined : titleOf(engine.rowOf(table, id));
      return { id, ...(table === undefined ? {} : { table }), ...(name === undefined ? {} : { name }) };
    });
    return { items };
  },
  'state.reset': ({ world, steps }) => {
    world.reset();
    steps.forget();
  },
  'state.seed': ({ world, body }) => seed(world, body),
  'state.list': ({ world, engine }) => {
    const { tables } = engine.filledWorld();
    return { items: Object.keys(world.state).map((name) => ({ name, rows: tables.get(name)?.size ?? 0 })) };
  },
  'tables.list': ({ world, engine }) => ({
    items: Object.keys(world.state).map((name) => describeTable(engine, name)),
  }),
  'tables.getSchema': ({ world, engine, path: { table = '' } }) => {
    tableOf(world, table);
    return schemaOf(engine, table);
  },
  'rows.list': listRows,
  'rows.get': getRow,
  'media.get': getMedia,
  'rows.insert': insertRow,
  'rows.replace': putRow,
  'rows.delete': ({ world, path: { table = '', key = '' } }) => {
    if (!tableOf(world, table).remove(key)) throw notFound(`There is no row ${key} in ${table}.`);
  },
};

function seed(world: ControlledEmulator, { tables = {}, callers: tokens = {}, replace = false }: JsonObject): void {
  if (typeof replace !== 'boolean') throw wrongBody('replace has to be true or false', 'replace');
  if (!isJsonObject(tokens) || !Object.values(tokens).every((token) => typeof token === 'string'))
    throw wrongBody('callers has to be an object of tokens', 'callers');
  if (!isJsonObject(tables)) throw wrongBody('tables has to be an object', 'tables');
  for (const [name, rows] of Object.entries(tables)) {
    tableOf(world, name);
    if (!Array.isArray(rows) || !rows.every((row: Json) => isJsonObject(row)))
      throw wrongBody(`${name} has to be an array of objects`, `tables.${name}`);
  }
  // It was just looked at.
  const checked = { tables, callers: tokens } as Required<Pick<Scenario, 'tables' | 'callers'>>;
  world.seed(checked.tables, checked.callers, { replace });
}
