import type { EmulatorOptions, EmulatorPlan } from '@speccast/emulator';
import { importPlan } from './import-emulator.js';
import { openShelf, type OpenedShelf } from './open-shelf.js';

/** The shelf with what few tests need; `POST /act` runs the capability `act`. */
export const annexPlan: EmulatorPlan = await importPlan('shelf', 'annex');

/** Starts the annex, whose capability responds with what it is given. */
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
