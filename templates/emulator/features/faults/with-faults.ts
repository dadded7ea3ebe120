import { HttpError, writeExactly } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { Exchange } from '../../plan/exchange.js';
import type { OperationPlan } from '../../plan/plan.js';
import { sharing } from '../../respond/sharing.js';
import { statusesOf } from './check-rule.js';
import { connectionFault, cutBody, slowBody } from './cut-body.js';
import type { FaultCall, FaultEffect } from './fault-rule.js';
import type { Reply, TakenFaults } from './faults.js';
import { chooseReason } from '../../plan/operations/reasons.js';

/** A request that faults may apply to. */
interface FaultedRequest {
  readonly plan: OperationPlan;
  /** Reads the call for rules that need it. */
  readonly read: () => FaultCall | Promise<FaultCall>;
  /** Responds to the request as without faults. */
  readonly proceed: () => Promise<Response>;
}

/** Applies the fault rules to a request. Rejects with a `TypeError` if its connection is to break. */
export function withFaults(engine: Engine, exchange: Exchange, staged: FaultedRequest): Promise<Response> {
  // Preflight requests of browsers are not calls.
  const isCall = !engine.faults.isEmpty && exchange.request.method !== 'OPTIONS';
  return !isCall ? staged.proceed() : applyFaults(engine, exchange, staged);
}

async function applyFaults(
  engine: Engine,
  exchange: Exchange,
  { plan, read, proceed }: FaultedRequest,
): Promise<Response> {
  const { faults } = engine;
  const { id } = plan.operation;
  const call = faults.looksAt(id) ? await read() : undefined;
  const taken = faults.take(id, call);
  if (taken === undefined) return proceed();
  exchange.faults = taken.ids;
  const { signal } = exchange.request;
  if (taken.delay !== undefined) await faults.waits.wait(taken.delay, signal);
  const response = await respondTo({ engine, exchange, plan, proceed }, taken, call);
  const pause = (every: number): Promise<void> => faults.waits.wait(every, signal);
  const sent = taken.slow === undefined ? response : slowBody(response, taken.slow, pause);
  return taken.cut === undefined ? sent : cutBody(sent, taken.cut);
}

interface FaultContext extends Pick<FaultedRequest, 'plan' | 'proceed'> {
  readonly engine: Engine;
  readonly exchange: Exchange;
}

async function respondTo(scene: FaultContext, { outcome, reply }: TakenFaults, call?: FaultCall): Promise<Response> {
  const { engine, exchange, plan, proceed } = scene;
  if (outcome === undefined) return proceed();
  if (outcome.kind === 'fail') {
    engine.quota.spend(exchange);
    throw errorFor(engine, plan, outcome);
  }
  if (outcome.kind === 'reply') {
    engine.quota.spend(exchange);
    return respondReply(exchange, plan, reply === undefined || call === undefined ? outcome : await reply(call));
  }
  if (outcome.kind === 'disconnect' && outcome.done === true) {
    const lost = await proceed();
    await lost.body?.cancel();
  }
  if (outcome.kind === 'stall') await engine.faults.waits.wait(undefined, exchange.request.signal);
  throw connectionFault();
}

function errorFor(
  { plan: service }: Engine,
  plan: OperationPlan,
  { reason, status, message, headers }: Extract<FaultEffect, { kind: 'fail' }>,
): HttpError {
  const code = status ?? statusesOf(service, plan, reason ?? '')[0] ?? 400;
  const why = reason ?? chooseReason(service, plan, code);
  const text = message ?? `A fault of the emulator: ${plan.operation.id} was rejected.`;
  return new HttpError(code, why, text, headers && { headers });
}

/** Sends bytes unchanged, strings as well if the spec declares a media type for them, and everything else as JSON. */
function respondReply(exchange: Exchange, plan: OperationPlan, { status, body, headers }: Reply): Response {
  const other = typeOf(plan, status);
  const asIs = body instanceof Uint8Array || (typeof body === 'string' && other !== undefined);
  const all = new Headers(sharing);
  if (body !== undefined) all.set('content-type', (asIs ? other : jsonType) ?? 'application/octet-stream');
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  if (body === undefined || exchange.request.method === 'HEAD' || bodiless.has(status))
    return new Response(null, { status, headers: all });
  if (!(body instanceof Uint8Array)) exchange.responseBody = body;
  return new Response(body instanceof Uint8Array ? body.slice() : asIs ? String(body) : writeExactly(body), {
    status,
    headers: all,
  });
}

const jsonType = 'application/json; charset=UTF-8';

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The first declared media type for a status that is not JSON. */
function typeOf({ operation }: OperationPlan, status: number): string | undefined {
  const declared = operation.responses?.find((one) => one.status === String(status));
  return declared?.contents?.find(({ kind }) => kind !== undefined && kind !== 'json')?.mediaType;
}
