import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPlan } from '@speccast/emulator';
import { importPlan } from '../../shelf/import-emulator.js';
import { type AnyRows, type CallEmulator, createCallWithControl } from '../../shelf/open-shelf.js';

/** A shop with orders and hooks. */
export const orderShopPlan: EmulatorPlan = await importPlan('shop');

/** A request that a receiver got. */
export interface ReceivedRequest {
  readonly request: Request;
  readonly body: string;
}

/** A shop, what receivers got, and how they respond. */
export interface OrderShop {
  readonly emulator: Emulator<AnyRows>;
  readonly received: ReceivedRequest[];
  /** The next responses; 204 when there are none left. */
  readonly responses: (Response | Error)[];
  /** Calls the shop, with a token. */
  readonly call: CallEmulator;
}

/** Opens a shop whose webhooks come here. */
export function openOrderShop(webhooks: EmulatorOptions['webhooks'] = {}, plan: Partial<EmulatorPlan> = {}): OrderShop {
  const received: ReceivedRequest[] = [];
  const responses: (Response | Error)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    received.push({ request, body: await request.clone().text() });
    const next = responses.shift() ?? new Response(null, { status: 204 });
    if (next instanceof Error) throw next;
    return next;
  };
  const emulator = startEmulator<AnyRows>({ ...orderShopPlan, ...plan }, { webhooks: { fetch, ...webhooks } });
  const call = createCallWithControl(emulator);
  return { emulator, received, responses, call: (path, sent) => call(path, { token: 't1', ...sent }) };
}
