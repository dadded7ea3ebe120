import { isReady } from '../../control/control-operations.js';
import { envelope } from '../../respond/envelope.js';
import { isBelow } from './place-services.js';

/** A service that is served with others. */
export interface Member {
  readonly name: string;
  /** Paths that are its own: base paths, and those with a prefix such as `/upload`. */
  readonly paths: readonly string[];
  /** Base path of its addresses. */
  readonly base: string;
  readonly hasControl: boolean;
  /** Tells whether its users sign in at a path at the root. */
  readonly signsIn: (path: string) => boolean;
  readonly respond: (request: Request) => Promise<Response>;
}

/**
 * Lets each of several services respond to what is below its base paths, also in a named world. Below its name are its control
 * plane and all else that it has at the root: `/one/__mock/ui`, `/one/openapi.json`. `/` lists them.
 */
export function serveSeveral(members: readonly Member[]): (request: Request) => Promise<Response> {
  const owned = members.flatMap((member) => member.paths.map((path) => ({ path, member })));
  // `/one` of one service can be above `/one/v1` of another.
  const owners = owned.toSorted((left, right) => right.path.length - left.path.length);
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^((?:\/(?!w\/)[^/]+)??)\/w\/[^/]+(?=\/)/, '$1');
    const isControl = members.some(({ name }) => isBelow(url.pathname, `/${name}/__mock`));
    const owner = isControl ? undefined : owners.find((own) => isBelow(path, own.path));
    if (owner !== undefined) return owner.member.respond(request);
    const named = members.find(({ name }) => url.pathname.startsWith(`/${name}/`));
    if (named !== undefined) {
      url.pathname = url.pathname.slice(named.name.length + 1);
      const { method, headers, signal, body } = request;
      const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
      return named.respond(new Request(url, init));
    }
    const first = members.find(({ signsIn }) => signsIn(path));
    if (first !== undefined) return first.respond(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (url.pathname === '/' && isRead) return listMembers(members, request, url);
    if (/^\/__mock\/(?:ready|health)$/.test(url.pathname) && isRead) return Response.json(isReady);
    return envelope(404, 'notFound', `There is nothing at ${url.pathname}: ${url.origin}/ lists what is served.`);
  };
}

/** Lists the addresses of all services: as a page for browsers, else as JSON. */
function listMembers(members: readonly Member[], { method, headers }: Request, { origin }: URL): Response {
  const services = members.map(({ name, base, hasControl }) => ({
    name,
    url: origin + base,
    description: `${origin}/${name}/openapi.json`,
    ...(hasControl && { console: `${origin}/${name}/__mock/ui` }),
  }));
  const isPage = headers.get('accept')?.includes('text/html') === true;
  const type = isPage ? 'text/html' : 'application/json';
  const text = isPage ? writePage(services) : `${JSON.stringify({ services }, null, 2)}\n`;
  return new Response(method === 'HEAD' ? null : text, {
    headers: {
      'content-type': `${type}; charset=UTF-8`,
      vary: 'Accept',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
    },
  });
}

function writePage(services: readonly Readonly<Record<string, string>>[]): string {
  const link = (text: string, href = ''): string => `<a href="${href}">${text}</a>`;
  // Names and addresses have no character that means something in HTML.
  const items = services.map(({ name = '', url = '', description, console }) =>
    [`<li>${name}: ${link(url, url)}`, link('description', description), console && link('console', console)]
      .filter(Boolean)
      .join(', '),
  );
  return `<!doctype html><meta charset="utf-8"><title>Emulators</title><ul>${items.join('\n')}</ul>\n`;
}
