import type { Exchange } from '../exchange.js';
import { disguise } from '../hostile/disguise.js';
import { noteHeaders } from './note-headers.js';

/** The response with the headers that tell what was noted, in the hostile mode in another form. */
export function dress({ notes, hostility, request }: Exchange, response: Response): Response | Promise<Response> {
  if (notes.warnings.length > 0 || notes.ignored.length > 0)
    for (const [name, value] of Object.entries(noteHeaders(notes))) response.headers.set(name, value);
  return hostility === undefined || request.method === 'OPTIONS' ? response : disguise(response, hostility);
}
