import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPlan } from '@speccast/emulator';
import { importPlan } from '../../shelf/import-emulator.js';
import { type AnyRows, type CallShelf, callerWithControl } from '../../shelf/open-shelf.js';

/** A shop with orders and hooks. */
export const shopPlan: EmulatorPlan = await importPlan('shop');

/** A request that a receiver got. */
export interface Received {
  readonly request: Request;
  readonly body: string;
}

/** A shop, what receivers got, and how they respond. */
export interface Shop {
  readonly emulator: Emulator<AnyRows>;
  readonly received: Received[];
  /** The next responses; 204 when there are none left. */
  readonly responses: (Response | Error)[];
  /** Calls the shop, with a token. */
  readonly call: CallShelf;
}

/** Opens a shop whose webhooks come here. */
export function openShop(webhooks: EmulatorOptions['webhooks'] = {}, plan: Partial<EmulatorPlan> = {}): Shop {
  const received: Received[] = [];
  const responses: (Response | Error)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    received.push({ request, body: await request.clone().text() });
    const next = responses.shift() ?? new Response(null, { status: 204 });
    if (next instanceof Error) throw next;
    return next;
  };
  const emulator = startEmulator<AnyRows>({ ...shopPlan, ...plan }, { webhooks: { fetch, ...webhooks } });
  const call = callerWithControl(emulator);
  return { emulator, received, responses, call: (path, sent) => call(path, { token: 't1', ...sent }) };
}
