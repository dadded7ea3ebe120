import type { JsonObject, SecretNames } from '@speccast/runtime';

/** Headers as plain data by lower-case name. Credentials and secrets in URLs are masked. */
export function redactHeaders(
  headers: Headers,
  { isHeader }: SecretNames,
  redactAddress: (address: string) => string,
): Readonly<Record<string, string>> {
  const shown = [...headers].map(([name, value]): [string, string] => {
    if (isHeader(name) || namesSession.test(name)) return [name, mask];
    return [name, name === 'location' || name === 'referer' ? redactAddress(value) : value];
  });
  return Object.fromEntries(shown);
}

/** Cookies, and what says who writes to an upload session. */
const namesSession = /^(?:set-)?cookie$|upload.*(?:id|url)$/;

/** Replaces credentials in the journal. */
const mask = 'redacted';

/** Names of values that are secret, wherever no spec says what they are. */
const namesSecret = /(?:secret|token|password|signature)$/i;

/** Names of the parameters of a URL that are secret by their names. */
export function secretNamesIn(address: string): readonly string[] {
  return URL.canParse(address)
    ? [...new URL(address).searchParams.keys()].filter((name) => namesSecret.test(name))
    : [];
}

/** Values by name, with those masked that are secret by their names. */
export function redactValues(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, namesSecret.test(name) ? mask : value]),
  );
}

/** Masks keys, tokens and other secrets in the query of a URL. */
export function redactUrl(address: string, { isQuery }: SecretNames, secrets: readonly string[] = []): string {
  const url = new URL(address);
  const others = new Set(secrets.map((name) => name.toLowerCase()));
  // `Key=` instead of `key=` contains the key as well.
  const names = [...url.searchParams.keys()].filter((name) => isQuery(name) || others.has(name.toLowerCase()));
  if (names.length === 0) return address;
  for (const name of names) url.searchParams.set(name, mask);
  return url.href;
}
