import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPlan } from '@speccast/emulator';
import { importPlan } from '../../shelf/import-emulator.js';
import { type AnyRows, type CallEmulator, createCallWithControl } from '../../shelf/open-shelf.js';

/** The plan of a shop with orders, which sends webhooks. */
export const orderShopPlan: EmulatorPlan = await importPlan('shop');

/** A request to a receiver of webhooks, with its body. */
export interface ReceivedRequest {
  readonly request: Request;
  readonly body: string;
}

/** A running shop, the requests to its receivers, and their next responses. */
export interface OrderShop {
  readonly emulator: Emulator<AnyRows>;
  readonly received: ReceivedRequest[];
  /** The next responses of receivers; an error is a failed connection. When none are left, they respond with 204. */
  readonly responses: (Response | Error)[];
  /** Calls the shop with the token `t1`. */
  readonly call: CallEmulator;
}

/** Opens a shop that sends its webhooks to receivers in this process. */
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
