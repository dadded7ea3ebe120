import { describe, expect, test } from 'vitest';
import { fetchText } from '../../generator/commands/address/fetch-text.js';
import { allowRefs } from '../../generator/spec/references/reference.js';

const allow = allowRefs(['https://specs.test/ok']);
const reject = ({ href }: URL): string | undefined =>
  allow(href) ? undefined : 'neither `refs` nor `generate --allow-ref` names it';

/** A network in which each address has one answer; what is asked is noted. */
function network(answers: Readonly<Record<string, () => Response>>): { fetch: typeof fetch; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input, init) => {
      asked.push(`${String(input)} ${init?.redirect ?? ''} ${init?.credentials ?? ''}`);
      return answers[String(input)]?.() ?? new Response('', { status: 404 });
    },
  };
}

const redirect = (location: string) => (): Response => new Response('', { status: 302, headers: { location } });

describe('what a reference resolves to', () => {
  test('is fetched without credentials, redirects by hand', async () => {
    const { fetch, asked } = network({
      'https://specs.test/ok/a': redirect('b'),
      'https://specs.test/ok/b': () => new Response('text'),
    });
    expect(await fetchText('https://specs.test/ok/a', { reject, fetch })).toEqual({
      text: 'text',
      address: 'https://specs.test/ok/b',
    });
    expect(asked).toEqual(['https://specs.test/ok/a manual omit', 'https://specs.test/ok/b manual omit']);
  });

  test('is not fetched from where a redirect must not lead', async () => {
    const { fetch, asked } = network({ 'https://specs.test/ok/a': redirect('http://169.254.1.1/') });
    expect(await fetchText('https://specs.test/ok/a', { reject, fetch })).toEqual({
      failed: 'it redirects to http://169.254.1.1/: neither `refs` nor `generate --allow-ref` names it',
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['a status', () => new Response('', { status: 500 }), 'the response is 500'],
    ['a circle', redirect('a'), 'it redirects more than 5 times'],
    ['too many bytes', () => new Response(new Uint8Array(33 * 1024 * 1024)), 'it is larger than 32 MiB'],
  ])('fails for %s', async (_, answer, failed) => {
    const { fetch } = network({ 'https://specs.test/ok/a': answer });
    expect(await fetchText('https://specs.test/ok/a', { reject, fetch })).toMatchObject({ failed });
  });
});
