import { HttpError, isBodyless, writeExactly } from '@speccast/runtime/requests';
import type { Exchange } from '../../plan/exchange.js';
import { chooseReason } from '../../plan/operations/reasons.js';
import type { OperationPlan } from '../../plan/plan.js';
import { sharing } from '../../respond/sharing.js';
import type { Engine } from '../../world/engine.js';
import { listStatuses } from './check-rule.js';
import { cutBody, slowBody } from './cut-body.js';
import type { FaultCall } from './fault-rule.js';
import type { Reply } from './faults.js';
import { connectionFault } from '../../respond/connection-fault.js';

/** A request that faults may apply to. */
interface FaultedRequest {
  readonly plan: OperationPlan;
  /** Reads the call for rules that need it. */
  readonly read: () => FaultCall | Promise<FaultCall>;
  /** Responds to the request as without faults. */
  readonly proceed: () => Promise<Response>;
}

/** Applies the fault rules to a request. Rejects with a `TypeError` if its connection is to break. */
export async function withFaults(engine: Engine, exchange: Exchange, faulted: FaultedRequest): Promise<Response> {
  const { faults } = engine;
  const { method, signal } = exchange.request;
  const { plan } = faulted;
  const { id } = plan.operation;
  // Preflight requests of browsers are not calls.
  if (faults.isEmpty || method === 'OPTIONS') return faulted.proceed();
  const call = faults.needsCall(id) ? await faulted.read() : undefined;
  const taken = faults.take(id, call);
  if (taken === undefined) return faulted.proceed();
  exchange.faults = taken.ids;
  const { delay, outcome, slow, cut, reply } = taken;
  const wait = (milliseconds?: number): Promise<void> => faults.waits.wait(milliseconds, signal);
  if (delay !== undefined) await wait(delay);
  if (outcome?.kind === 'stall') await wait();
  const respond = async (): Promise<Response> => {
    if (outcome === undefined) return faulted.proceed();
    if (outcome.kind === 'fail' || outcome.kind === 'reply') engine.quota.spend(exchange);
    if (outcome.kind === 'fail') {
      const { reason = '', status = listStatuses(engine.plan, plan, reason)[0] ?? 400, headers } = outcome;
      const { message = `A fault of the emulator: ${plan.operation.id} was rejected.` } = outcome;
      throw new HttpError(status, reason || chooseReason(engine.plan, plan, status), message, headers && { headers });
    }
    if (outcome.kind === 'reply') return writeReply(exchange, plan, reply && call ? await reply(call) : outcome);
    if (outcome.kind === 'disconnect' && outcome.done === true) {
      const lost = await faulted.proceed();
      await lost.body?.cancel();
    }
    throw connectionFault();
  };
  let response = await respond();
  if (slow) response = slowBody(response, slow, wait);
  return cut === undefined ? response : cutBody(response, cut);
}

/** Sends bytes unchanged, strings as well if the spec declares a media type for them, and everything else as JSON. */
function writeReply(exchange: Exchange, { operation }: OperationPlan, { status, body, headers = {} }: Reply): Response {
  const declared = operation.responses?.find((one) => one.status === String(status));
  const type = declared?.contents?.find(({ kind = 'json' }) => kind !== 'json')?.mediaType;
  const isBytes = body instanceof Uint8Array;
  const isPlain = isBytes || (typeof body === 'string' && type !== undefined);
  const all = new Headers(sharing);
  if (body !== undefined)
    all.set('content-type', isPlain ? (type ?? 'application/octet-stream') : 'application/json; charset=UTF-8');
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const init = { status, headers: all };
  if (body === undefined || exchange.request.method === 'HEAD' || isBodyless(status)) return new Response(null, init);
  if (isBytes) return new Response(body.slice(), init);
  exchange.responseBody = body;
  return new Response(isPlain ? String(body) : writeExactly(body), init);
}
