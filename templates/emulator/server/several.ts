import { readyResponse } from '../control/control-operations.js';
import { envelope } from '../respond/envelope.js';

/** A service among several of one server. */
export interface Place {
  /** Unique name in paths: `/<name>/__mock` is its control plane. */
  readonly name: string;
  /** Path that all paths of the service are put below; absent where they stay. */
  readonly below?: string;
}

/**
 * Returns the places of services. A service stays at its base paths. It is put below its name if a base path is empty, or equal to,
 * above or below one of another service: `a` and `b`, both with the base path `/v1`, are at `/a/v1` and `/b/v1`.
 */
export function placeServices(
  services: readonly { readonly name: string; readonly bases: readonly string[] }[],
): readonly Place[] {
  // Paths that have a meaning at the root: named worlds, and the control plane.
  const taken = new Set(['w', '__mock']);
  return services.map(({ name: stated, bases }, index) => {
    const others = services.filter((_, other) => other !== index).flatMap((one) => one.bases.filter(Boolean));
    const plain = stated.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|-+$/g, '') || 'service';
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}-${number}`;
    taken.add(name);
    const isApart = bases.every(
      (base) => base !== '' && !others.some((other) => isBelow(base, other) || isBelow(other, base)),
    );
    return { name, ...(!isApart && { below: `/${name}` }) };
  });
}

/** Returns whether a path is equal to another one, or below it. */
function isBelow(path: string, other: string) {
  return path === other || path.startsWith(`${other}/`);
}

/** A service that is served with others. */
export interface Member {
  readonly name: string;
  /** Paths that are its own: base paths, and those with a prefix such as `/upload`. */
  readonly paths: readonly string[];
  /** Base path of its addresses. */
  readonly base: string;
  readonly hasControl: boolean;
  /** Returns whether its users sign in at this path, which is at the root. */
  readonly signsIn: (path: string) => boolean;
  readonly respond: (request: Request) => Promise<Response>;
}

/**
 * Passes each request to the service whose base path it is below, also in a named world. Below the name of a service are its control
 * plane and all else that it has at the root: `/one/__mock/ui`, `/one/openapi.json`. `/` lists the services.
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
    if (owner) return owner.member.respond(request);
    const named = members.find(({ name }) => url.pathname.startsWith(`/${name}/`));
    if (named) {
      url.pathname = url.pathname.slice(named.name.length + 1);
      return named.respond(new Request(url, request));
    }
    const first = members.find(({ signsIn }) => signsIn(path));
    if (first) return first.respond(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (url.pathname === '/' && isRead) return listMembers(members, request, url);
    if (/^\/__mock\/(?:ready|health)$/.test(url.pathname) && isRead) return Response.json(readyResponse);
    return envelope(404, 'notFound', `There is nothing at ${url.pathname}: ${url.origin}/ lists what is served.`);
  };
}

/** Lists the addresses of all services: as a page for browsers, else as JSON. */
function listMembers(members: readonly Member[], { method, headers }: Request, { origin }: URL) {
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

function writePage(services: readonly Readonly<Record<string, string>>[]) {
  const link = (text: string, href = '') => `<a href="${href}">${text}</a>`;
  // Names and addresses have no character that means something in HTML.
  const items = services.map(({ name = '', url = '', description, console }) =>
    [`<li>${name}: ${link(url, url)}`, link('description', description), console && link('console', console)]
      .filter(Boolean)
      .join(', '),
  );
  return `<!doctype html><meta charset="utf-8"><title>Emulators</title><ul>${items.join('\n')}</ul>\n`;
}
