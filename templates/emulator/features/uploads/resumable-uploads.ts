import { HttpError } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import type { OperationPlan, Uploads } from '../../plan/plan.js';
import { locate } from '../../receive/router.js';
import { respondOptions } from '../../respond/respond.js';
import { planOf, receiveBytes } from './receive-bytes.js';
import { readStart, startUpload } from './start-upload.js';
import { removeSession, requireSession, sessionHeaders, sessionOf, withoutCaller } from './upload-session.js';

const parameter = 'upload_id';

const methods = ['PUT', 'DELETE'];

/** Google's protocol for resumable uploads: a session receives bytes with `PUT` and is cancelled with `DELETE`. */
export const resumableUploads: Uploads<Engine> = {
  parameter,
  find: (engine, request, url) => {
    if (request.method === 'GET' || request.method === 'HEAD' || url.search === '') return undefined;
    const id = url.searchParams.get(parameter);
    if (id === null) return undefined;
    const plan = uploadAt(engine, url.pathname);
    if (plan === undefined) return undefined;
    const session = sessionOf(engine, id);
    return {
      plan: session?.path === url.pathname ? planOf(engine, session) : plan,
      ...(session && { call: session }),
      respond: () => respond(engine, request, { id, path: url.pathname }),
    };
  },
  readStart,
  start: startUpload,
};

/** The operation with resumable uploads at a path. */
function uploadAt(engine: Engine, path: string): OperationPlan | undefined {
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const { route } = locate(engine.shared, method, path);
    if (route.kind === 'operation' && route.plan.behaviour.media?.resumable === true) return route.plan;
  }
  return undefined;
}

/** Whoever knows the URL of a session may use it. No credentials are needed. */
async function respond(
  engine: Engine,
  request: Request,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<Response> {
  if (request.method === 'OPTIONS') return respondOptions(request, methods);
  if (!methods.includes(request.method)) throw wrongMethod(request.method);
  const session = requireSession(engine, id, path);
  if (request.method === 'PUT') return receiveBytes(engine, request, session);
  if (session.outcome !== undefined)
    throw new HttpError(409, 'uploadCompleted', 'The upload is complete and cannot be given up.');
  engine.run(withoutCaller(planOf(engine, session), session), ({ tables }) => removeSession(tables, session));
  return new Response(null, { status: 499, headers: sessionHeaders(id) });
}

function wrongMethod(method: string): HttpError {
  const allow = methods.join(', ');
  return new HttpError(405, 'httpMethodNotAllowed', `An upload session takes ${allow}, not ${method}.`, {
    headers: { allow },
  });
}
