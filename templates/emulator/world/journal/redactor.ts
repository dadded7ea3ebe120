import { isJsonObject, type Json } from '@speccast/runtime';
import { parseJson, readCookies } from '@speccast/runtime/parameters';
import { membersIn, type Replace, replaceInAddresses, replaceInQuery, replaceNamed } from './named-values.js';
import type { SecretNames } from '../../plan/secret-names.js';

/** Shorter credentials are replaced where their names are, and not wherever the same characters are. */
const shortest = 6;

/** More are not told apart. */
const mostSecrets = 10_000;

const placeholder = /^redacted-\d+$/;

type Pairs = readonly (readonly [string, string])[];

/** Replaces credentials: the same one by the same `redacted-1` everywhere, so that callers can be told apart. */
export class Redactor {
  readonly names: SecretNames;
  readonly #known = new Map<string, string>();
  /** Each form that a credential can have in a text, the longest first. */
  #forms: readonly (readonly [string, string])[] = [];
  readonly #onNew: (value: string, replacement: string) => void;

  constructor(names: SecretNames, onNew: (value: string, replacement: string) => void = () => {}) {
    this.names = names;
    this.#onNew = onNew;
  }

  /** The text in place of a credential. */
  replacement(value: string): string {
    if (value === '' || placeholder.test(value)) return value;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const made = `redacted-${Math.min(this.#known.size, mostSecrets) + 1}`;
    this.#known.set(value, made);
    this.#addForms(value, made);
    this.#onNew(value, made);
    return made;
  }

  /** Makes a credential known under a name that it has already. */
  learn(value: string, replacement: string): void {
    if (this.#known.get(value) === replacement) return;
    this.#known.set(value, replacement);
    this.#addForms(value, replacement);
  }

  #addForms(value: string, made: string): void {
    if (value.length < shortest) return;
    const escaped = JSON.stringify(value).slice(1, -1);
    const forms = new Set([
      value,
      encodeURIComponent(value),
      encodeURIComponent(value).replaceAll('%20', '+'),
      escaped,
    ]);
    const all = [...this.#forms, ...[...forms].map((form): [string, string] => [form, made])];
    this.#forms = all.sort(([left], [right]) => right.length - left.length);
  }

  /** Tells whether a text has a credential that is known. */
  has(text: string): boolean {
    return this.#forms.some(([form]) => text.includes(form));
  }

  /** A text without the credentials that are known. */
  known(text: string): string {
    let clean = text;
    for (const [form, made] of this.#forms) if (clean.includes(form)) clean = clean.replaceAll(form, made);
    return clean;
  }

  /** Finds the credentials of headers, query and cookies, so that they are known. The result says who calls. */
  nameCaller(headers: Pairs, url: URL): string {
    const header = headers.flatMap(([name, value]) =>
      this.names.isCredentialHeader(name) ? this.#credential(value) : [],
    );
    const query = [...url.searchParams].flatMap(([name, value]) =>
      this.names.isQuery(name) ? this.replacement(value) : [],
    );
    const cookies = listCookies(headers).map(([name, value]) => ({ name, made: this.replacement(value) }));
    const own = cookies.flatMap(({ name, made }) => (this.names.isCredentialCookie(name) ? made : []));
    return [...new Set([...header, ...query, ...own])].filter((one) => one !== '').join('+');
  }

  /** The credential in a value such as `Bearer abc`. */
  #credential(value: string): string {
    const [, credential = value] = schemed.exec(value) ?? [];
    if (/^basic\s/i.test(value)) this.#learnBasic(credential);
    return this.replacement(credential);
  }

  /** The password inside may come up elsewhere. */
  #learnBasic(credential: string): void {
    try {
      const [, password = ''] = /^[^:]*:(.*)$/s.exec(atob(credential)) ?? [];
      if (password !== '') this.replacement(password);
    } catch {
      // It is no base64, and has nothing inside.
    }
  }

  /** Headers without credentials. */
  headers(pairs: Pairs): [string, string][] {
    return pairs.map(([name, value]) => [name, this.#header(name.toLowerCase(), value)]);
  }

  #header(name: string, value: string): string {
    if (name === 'cookie')
      return value.replace(
        /(^|;)(\s*[^=;]*)=([^;]*)/g,
        (_whole, mark: string, key: string, one: string) => `${mark}${key}=${this.replacement(one)}`,
      );
    if (name === 'set-cookie')
      return value.replace(
        /^([^=;]*)=([^;]*)/,
        (_whole, key: string, one: string) => `${key}=${this.replacement(one)}`,
      );
    if (this.names.isHeader(name)) return this.#masked(value);
    return /^(?:content-)?location$|^referer$/.test(name) ? this.address(value) : this.text(value);
  }

  #masked(value: string): string {
    const made = this.#credential(value);
    const [, credential] = schemed.exec(value) ?? [];
    return credential === undefined ? made : value.slice(0, value.length - credential.length) + made;
  }

  /** An address without credentials, whole or only its path and query. */
  address(address: string): string {
    return this.text(replaceInQuery(address, this.names.isQuery, this.#replace));
  }

  /** A text without credentials in the addresses that it names. */
  text(text: string): string {
    return this.known(replaceInAddresses(text, this.names.isQuery, this.#replace));
  }

  /** The text of a body without credentials: JSON, a form, XML or parts. All other characters stay as they are. */
  body(text: string, mediaType: string): string {
    const isSecret = membersIn(text, this.names);
    if (mediaType === 'application/x-www-form-urlencoded')
      return this.known(replaceInQuery(`?${text}`, isSecret, this.#replace)).slice(1);
    const value = /json/.test(mediaType) ? parseJson(text) : undefined;
    if (value !== undefined) this.#find(value, false);
    return this.text(replaceNamed(text, isSecret, this.#replace));
  }

  readonly #replace: Replace = (value) => this.replacement(value);

  /** A JSON value without credentials. */
  json(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((one: Json) => this.json(one));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([name, one]): [string, Json] => [
      name,
      this.names.isMember(name) && isScalar(one) ? this.replacement(String(one)) : this.json(one),
    ]);
    return Object.fromEntries(entries);
  }

  /** Makes strings below a name of credentials known. */
  #find(value: Json, isSecret: boolean): void {
    if (typeof value === 'string' && isSecret) this.replacement(value);
    else if (Array.isArray(value)) for (const one of value as readonly Json[]) this.#find(one, isSecret);
    else if (isJsonObject(value))
      for (const [name, one] of Object.entries(value)) this.#find(one, this.names.isMember(name) && !isJsonObject(one));
  }
}

const schemed = /^\s*[A-Za-z][\w-]*\s+(\S.*)$/s;

function isScalar(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Names and values of the cookies that a request or a response has. */
export function listCookies(headers: Pairs): readonly (readonly [string, string])[] {
  return headers.flatMap(([name, value]): (readonly [string, string])[] => {
    if (name.toLowerCase() === 'cookie') return [...readCookies(value)].map(({ name: key, raw }) => [key, raw]);
    const [, key, one] = name.toLowerCase() === 'set-cookie' ? (/^\s*([^=;]+)=([^;]*)/.exec(value) ?? []) : [];
    return key === undefined || one === undefined ? [] : [[key, one]];
  });
}
