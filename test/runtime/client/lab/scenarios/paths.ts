import { offered } from '../adapter.js';
import { meet, outcome, type Scenario } from '../scenario.js';
import { films } from '../server.js';

/** What becomes of an id in the path: `safe` where it is rejected, or stays the one last segment that a server reads it as. */
async function place(adapter: Parameters<Scenario['run']>[0], id: string): Promise<string> {
  return meet(adapter, [films()], async ({ client, server }) => {
    const get = offered(client.get);
    await outcome(get('normal'));
    await outcome(get(id));
    const [normal, hostile] = server.requests.map(({ target }) => target.split('?', 1)[0] ?? '');
    if (normal === undefined || !normal.includes('normal')) return 'sends nothing at all';
    if (hostile === undefined) return 'safe';
    const [before = '', after = ''] = normal.split('normal');
    const inside = hostile.slice(before.length, hostile.length - after.length);
    const isHere = hostile.startsWith(before) && hostile.endsWith(after) && !inside.includes('/') && inside !== '';
    return isHere && decodeURIComponent(inside) === id ? 'safe' : `asks for ${hostile}`;
  });
}

/** Ids that would leave their place in the path. */
export const paths: readonly Scenario[] = [
  '..',
  '.',
  '%2e%2e',
  '',
  'a/b',
  '../b',
  'a?b=c',
  'a#b',
  '..;x',
  'a\r\nb',
].map((id) => ({
  name: `an id ${JSON.stringify(id)} stays in its place or is rejected`,
  want: 'safe',
  run: (adapter) => place(adapter, id),
}));
