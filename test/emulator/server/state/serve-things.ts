import { startEmulator } from '@speccast/emulator';
import type { EmulatorPlan } from '@speccast/emulator';
import { runCommand } from '@speccast/emulator/commands';
import { reelPlan } from '../../engine/uploads/reels.js';
import { operation, planned } from '../../engine/shelf.js';

/** A process that serves things and uploads, with the options of its command line; it is there to be killed. */
const json = [{ mediaType: 'application/json' }];
const id = [{ name: 'id', in: 'path', required: true }] as const;
const table = 'things';

const plan: EmulatorPlan = {
  ...reelPlan,
  operations: [
    planned(operation('things.insert', { method: 'POST', path: '/things', body: json, auth: ['oauth'] }), {
      action: { insert: table },
    }),
    planned(operation('things.list', { path: '/things' }), { action: { list: table, items: 'items' } }),
    planned(
      operation('things.update', { method: 'PUT', path: '/things/{id}', parameters: id, body: json, auth: ['oauth'] }),
      { action: { update: table } },
    ),
    planned(operation('things.delete', { method: 'DELETE', path: '/things/{id}', parameters: id, auth: ['oauth'] }), {
      action: { delete: table },
    }),
    ...reelPlan.operations,
  ],
  resources: [...reelPlan.resources, { table, rules: { id: { prefix: 'T', length: 8 } } }],
};

await runCommand((options) => startEmulator(plan, options));
