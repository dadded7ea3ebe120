import { HttpError, isBodyless, writeExactly } from '@speccast/runtime/requests';
import { chooseReason } from '../../plan/operations/declared-response.js';
import type { Routed } from '../../plan/plan.js';
import { identify } from '../../receive/authorize.js';
import { sharing } from '../../respond/respond.js';
import type { Engine, Feature } from '../../world/engine.js';
import type { Hooks } from '../../world/hooks.js';
import { numbersFrom } from '../../values/ids.js';
import type { FaultCall, FaultEffect } from './operation-control.js';
import { Faults, listStatuses, type Reply } from './faults.js';
import { connectionFault } from '../../respond/connection-fault.js';

/** The hooks of the faults of a world. */
interface FaultHooks extends Hooks {
  readonly rules: Faults;
}

/** The faults that tests add: `emulator.on.videos.insert.fail('quotaExceeded')`. */
export const faultRules: Feature<FaultHooks> = {
  name: 'faults',
  open: (engine) => {
    const rules = new Faults(engine.plan);
    return {
      rules,
      around: (routed, proceed) => withFaults(engine, rules, routed, proceed),
      passTime: (milliseconds) => rules.waits.pass(milliseconds),
      reset: () => rules.clear(),
    };
  },
};

/** Applies the fault rules to a request. `proceed` responds without faults. Rejects with a `TypeError` if its connection is to break. */
async function withFaults(
  engine: Engine,
  rules: Faults,
  routed: Routed,
  proceed: () => Promise<Response>,
): Promise<Response> {
  const { request, plan } = routed;
  const { id } = plan.operation;
  // Preflight requests of browsers are not calls.
  if (request.method === 'OPTIONS') return proceed();
  const call = rules.needsCall(id) ? await readCall(engine, routed) : undefined;
  const taken = rules.take(id, call);
  if (taken.length === 0) return proceed();
  routed.faults = taken.map((fault) => ({ id: fault.id, kind: fault.rule.effect.kind }));
  const effects = taken.map(({ rule: { effect } }) => [effect.kind, effect]);
  // At most one effect of a kind was taken.
  const { fail, reply, disconnect, stall, slow, cut } = Object.fromEntries(effects) as {
    readonly [Kind in FaultEffect['kind']]?: Extract<FaultEffect, { readonly kind: Kind }>;
  };
  const wait = (milliseconds?: number) => rules.waits.wait(milliseconds, request.signal);
  for (const { id: number, used, rule } of taken) {
    if (rule.effect.kind !== 'delay') continue;
    const { min, max } = rule.effect;
    const share = numbersFrom(`${engine.shared.seed} delay ${number} ${used}`)() / 2 ** 32;
    await wait(Math.round(min + share * (max - min)));
  }
  if (stall) await wait();
  if (fail || reply) engine.quota.spend(routed);
  if (fail) {
    const { reason = '', status = listStatuses(engine.plan, plan, reason)[0] ?? 400, headers } = fail;
    const { message = `A fault of the emulator: ${id} was rejected.` } = fail;
    throw new HttpError(status, reason || chooseReason(engine.plan, plan, status), message, headers && { headers });
  }
  if (disconnect?.done === true) await (await proceed()).body?.cancel();
  if (disconnect || stall) throw connectionFault();
  const create = taken.find(({ functions }) => functions?.reply)?.functions?.reply;
  const chosen = create && call ? await create(call) : reply;
  let response = chosen ? writeReply(routed, chosen) : await proceed();
  if (slow) response = slowBody(response, slow, wait);
  return cut ? cutBody(response, cut.bytes) : response;
}

/** Reads a call for conditions and replies. Parts that cannot be read are left out. */
async function readCall(engine: Engine, routed: Routed): Promise<FaultCall> {
  const { request } = routed;
  const { params = {}, body } = (await routed.read().catch(ignoreRejection)) ?? {};
  return {
    request,
    params,
    body,
    get caller() {
      try {
        const token = routed.token ?? identify(engine, routed).token;
        return token === undefined ? undefined : engine.callerFor(token);
      } catch (error) {
        return ignoreRejection(error);
      }
    },
  };
}

function ignoreRejection(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error;
}

/** Sends bytes unchanged, strings as well if the spec declares a media type for them, and everything else as JSON. */
function writeReply(routed: Routed, { status, body, headers = {} }: Reply): Response {
  const { operation } = routed.plan;
  const type = operation.responses
    ?.find((one) => one.status === String(status))
    ?.contents?.find(({ kind = 'json' }) => kind !== 'json')?.mediaType;
  const isBytes = body instanceof Uint8Array;
  const isPlain = isBytes || (typeof body === 'string' && type !== undefined);
  const all = new Headers(sharing);
  if (body !== undefined)
    all.set('content-type', isPlain ? (type ?? 'application/octet-stream') : 'application/json; charset=UTF-8');
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const init = { status, headers: all };
  if (body === undefined || routed.request.method === 'HEAD' || isBodyless(status)) return new Response(null, init);
  if (isBytes) return new Response(body.slice(), init);
  routed.responseBody = body;
  return new Response(isPlain ? String(body) : writeExactly(body), init);
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Returns a response whose body is read by a function. There is no buffer: an error would discard what it contains. */
function pullBody(
  response: Response,
  pull: (reader: ReadableStreamDefaultReader<Uint8Array>, controller: Controller) => Promise<void>,
): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const source = { pull: (to: Controller) => pull(reader, to), cancel: (reason: unknown) => reader.cancel(reason) };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response);
}

/** Returns a response whose connection breaks after a number of bytes of its body. A shorter body is sent completely. */
function cutBody(response: Response, bytes: number): Response {
  let left = bytes;
  let isCut = false;
  return pullBody(response, async (reader, controller) => {
    if (!isCut) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      const piece = value.subarray(0, left);
      left -= piece.length;
      isCut = piece.length < value.length;
      // The bytes arrive before the next read fails.
      if (piece.length > 0 || !isCut) return controller.enqueue(piece);
    }
    controller.error(connectionFault());
    await reader.cancel();
  });
}

/** Returns a response whose body is sent in pieces, with pauses between them. */
function slowBody(
  response: Response,
  { bytes, every }: { readonly bytes: number; readonly every: number },
  pause: (milliseconds: number) => Promise<void>,
): Response {
  let rest = new Uint8Array();
  let isFirst = true;
  return pullBody(response, async (reader, controller) => {
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      rest = value.slice();
    }
    if (!isFirst) await pause(every);
    isFirst = false;
    controller.enqueue(rest.subarray(0, bytes));
    rest = rest.subarray(bytes);
  });
}
