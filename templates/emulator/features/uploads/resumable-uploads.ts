import { HttpError } from '@speccast/runtime/requests';
import { readQuery } from '@speccast/runtime/parameters';
import type { Received, Routed } from '../../plan/plan.js';
import { locate } from '../../receive/router.js';
import { checkMethod } from '../../respond/respond.js';
import { defined } from '../../values/defined.js';
import type { Engine, Feature } from '../../world/engine.js';
import { receiveBytes, readStart, startUpload } from './receive-bytes.js';
import { findPlan, findSession, removeSession, requireSession, sessionHeaders } from './upload-session.js';

const parameter = 'upload_id';

/** Google's protocol for resumable uploads: a session receives bytes with `PUT` and is cancelled with `DELETE`. */
export const resumableUploads: Feature = {
  name: 'uploads',
  open: (engine) => ({
    // Whoever knows the id of a session can send bytes.
    secretParameters: [parameter],
    serve: (received) => serveSession(engine, received),
    readBody: (routed) =>
      isStart(routed) ? readStart(routed.request, routed.plan, engine.shared.maxBodyBytes) : undefined,
    take: (valid) => (isStart(valid) ? startUpload(engine, valid) : undefined),
  }),
};

/** Tells whether a request only announces the bytes that follow in further requests. */
function isStart({ plan, query }: Routed): boolean {
  const protocol = query.get('uploadType') ?? query.get('upload_protocol');
  return protocol === 'resumable' && plan.behaviour.media?.resumable === true;
}

/** Responds to requests to a session, known or not; undefined for all others. */
function serveSession(engine: Engine, received: Received): Promise<Response> | undefined {
  const { request, url } = received;
  const { pathname: path, search, searchParams } = url;
  const id = searchParams.get(parameter);
  if (id === null || request.method === 'GET' || request.method === 'HEAD') return undefined;
  const routes = ['POST', 'PUT', 'PATCH'].map((method) => locate(engine.shared, method, path).route);
  const plans = routes.flatMap((route) => (route.kind === 'operation' ? route.plan : []));
  const plan = plans.find(({ behaviour }) => behaviour.media?.resumable === true);
  if (!plan) return undefined;
  const session = findSession(engine, id);
  const { token, params = {}, body, baseUrl = url.origin + engine.prefix } = session ?? {};
  const routed: Routed = Object.assign(received, {
    plan: session?.path === path ? findPlan(engine, session) : plan,
    ...defined({ token }),
    path: {},
    query: readQuery(search),
    baseUrl,
    read: () => Promise.resolve(defined({ params, body })),
  });
  return engine.around(routed, async () => {
    // A request to a session needs no credentials: the URL of the session is one.
    const early = checkMethod(request, 'An upload session', ['PUT', 'DELETE']);
    if (early) return early;
    const current = requireSession(engine, id, path);
    if (request.method === 'PUT') return receiveBytes(engine, request, current);
    if (current.outcome) throw new HttpError(409, 'uploadCompleted', 'The upload is complete and cannot be given up.');
    engine.change((tables) => removeSession(tables, current));
    return new Response(null, { status: 499, headers: sessionHeaders(id) });
  });
}
