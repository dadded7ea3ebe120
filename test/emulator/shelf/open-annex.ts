import type { EmulatorOptions, EmulatorPlan } from '@speccast/emulator';
import { importPlan } from './import-emulator.js';
import { openShelf, type OpenedShelf } from './open-shelf.js';

/** The plan of the annex: the shelf with operations that only few tests need. `POST /act` runs the capability `act`. */
export const annexPlan: EmulatorPlan = await importPlan('shelf', 'annex');

/** Starts the annex; its capability responds with the parameters and the body of the call. */
export function openAnnex(options: EmulatorOptions = {}): OpenedShelf {
  return openShelf(options, {
    ...annexPlan,
    capabilities: {
      act: ({ params, body = null, baseUrl, media }) => ({
        kind: 'json',
        body: { params, body, baseUrl, bytes: media?.bytes.length ?? null },
      }),
    },
  });
}
