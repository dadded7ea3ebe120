import { HttpError } from '@speccast/runtime/requests';
import type { Uploads } from '../../plan/plan.js';
import { locate } from '../../receive/router.js';
import { checkMethod } from '../../respond/check-method.js';
import type { Engine } from '../../world/engine.js';
import { receiveBytes } from './receive-bytes.js';
import { readStart, startUpload } from './start-upload.js';
import { findPlan, findSession, removeSession, requireSession, sessionHeaders } from './upload-session.js';

const parameter = 'upload_id';

/** Google's protocol for resumable uploads: a session receives bytes with `PUT` and is cancelled with `DELETE`. */
export const resumableUploads: Uploads<Engine> = {
  parameter,
  find: (engine, request, { pathname: path, searchParams }) => {
    const id = searchParams.get(parameter);
    if (id === null || request.method === 'GET' || request.method === 'HEAD') return undefined;
    const routes = ['POST', 'PUT', 'PATCH'].map((method) => locate(engine.shared, method, path).route);
    const plans = routes.flatMap((route) => (route.kind === 'operation' ? route.plan : []));
    const plan = plans.find(({ behaviour }) => behaviour.media?.resumable === true);
    if (plan === undefined) return undefined;
    const session = findSession(engine, id);
    return {
      plan: session?.path === path ? findPlan(engine, session) : plan,
      ...(session && { call: session }),
      respond: () => respond(engine, request, { id, path }),
    };
  },
  readStart,
  start: startUpload,
};

/** Responds to a request to a session. It needs no credentials: the URL of the session is one. */
async function respond(
  engine: Engine,
  request: Request,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<Response> {
  const early = checkMethod(request, 'An upload session', ['PUT', 'DELETE']);
  if (early !== undefined) return early;
  const session = requireSession(engine, id, path);
  if (request.method === 'PUT') return receiveBytes(engine, request, session);
  if (session.outcome !== undefined)
    throw new HttpError(409, 'uploadCompleted', 'The upload is complete and cannot be given up.');
  engine.change((tables) => removeSession(tables, session));
  return new Response(null, { status: 499, headers: sessionHeaders(id) });
}
