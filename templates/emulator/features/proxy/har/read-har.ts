import { readFileSync } from 'node:fs';
import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { RecordedBytes, RecordedCall, Recording } from '../../recording/recording.js';
import { isSystemError, jsonMistake } from '../json-mistake.js';
import { harFormat } from './har.js';

/** A recording that cannot be used. The message names the position and what is wrong, without a full stop. */
export class RecordingMistake extends Error {
  override readonly name = 'RecordingMistake';
}

/** Reads a recording. Throws a `RecordingMistake`. */
export function readHar(file: string): Recording {
  return readRecording(readText(file), file);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new RecordingMistake(
      `${file} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`,
    );
  }
}

/** Reads the text of a recording. Throws a `RecordingMistake`. */
export function readRecording(text: string, file: string): Recording {
  const root = parse(text, file);
  const reader = new Reader(file);
  const log = reader.object(root, 'log', '');
  const facts = log['_speccast'];
  if (!isJsonObject(facts))
    throw new RecordingMistake(`${file}#/log/_speccast is not there: this is no recording of \`--record\``);
  const at = '/log/_speccast';
  const format = reader.number(facts, 'format', at);
  if (format > harFormat)
    throw new RecordingMistake(
      `${file}#${at}/format: a newer version of speccast wrote this (${format}; this one reads ${harFormat})`,
    );
  const callers = Object.entries(reader.object(facts, 'callers', at));
  return {
    file,
    service: reader.string(facts, 'service', at),
    hash: reader.string(facts, 'hash', at),
    upstream: reader.string(facts, 'upstream', at),
    salt: reader.string(facts, 'salt', at),
    callers: Object.fromEntries(callers.map(([name, print]): [string, string] => [name, String(print)])),
    calls: reader.array(log, 'entries', '/log').map((entry, index) => callOf(reader, entry, `/log/entries/${index}`)),
  };
}

function parse(text: string, file: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RecordingMistake(jsonMistake(text, file, error));
  }
  if (isJsonObject(value)) return value;
  throw new RecordingMistake(`${file}:1:1 has to be a JSON object`);
}

/** Makes a call of an entry. Throws a `RecordingMistake`. */
function callOf(reader: Reader, entry: Json, at: string): RecordedCall {
  const whole = reader.isObject(entry, at);
  const request = reader.object(whole, 'request', at);
  const response = reader.object(whole, 'response', at);
  const own = reader.object(whole, '_speccast', at);
  const post = isJsonObject(request['postData']) ? request['postData'] : undefined;
  const isTruncated = own['truncated'] === true;
  const begun = Date.parse(reader.string(whole, 'startedDateTime', at));
  if (Number.isNaN(begun)) throw reader.mistake(`${at}/startedDateTime`, 'a time');
  const status = reader.number(response, 'status', `${at}/response`);
  const content = reader.object(response, 'content', `${at}/response`);
  const isFailed = own['error'] !== undefined;
  if (!isFailed && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw reader.mistake(`${at}/response/status`, 'a status from 200 to 599');
  return {
    at,
    method: reader.string(request, 'method', `${at}/request`),
    target: targetOf(reader, own, at),
    requestType: mediaType(post?.['mimeType']),
    requestBody: isTruncated ? undefined : bytesOf(reader, post, '_encoding', `${at}/request/postData`),
    caller: reader.string(own, 'caller', `${at}/_speccast`),
    time: begun + reader.number(whole, 'time', at),
    status,
    headers: reader
      .array(response, 'headers', `${at}/response`)
      .map((one, index) => headerOf(reader, one, `${at}/response/headers/${index}`)),
    body: isTruncated ? undefined : bytesOf(reader, content, 'encoding', `${at}/response/content`),
    isFailed,
  };
}

function targetOf(reader: Reader, own: JsonObject, at: string): string {
  const target = reader.string(own, 'target', `${at}/_speccast`);
  if (target.startsWith('/') && URL.canParse(`http://recorded.test${target}`)) return target;
  throw reader.mistake(`${at}/_speccast/target`, 'a path');
}

function headerOf(reader: Reader, value: Json, at: string): readonly [string, string] {
  const header = reader.isObject(value, at);
  const [name, text] = [reader.string(header, 'name', at), reader.string(header, 'value', at)];
  try {
    new Headers().append(name, text);
  } catch {
    throw reader.mistake(at, 'a header of HTTP');
  }
  return [name, text];
}

function mediaType(value: Json | undefined): string {
  return typeof value === 'string' ? (value.split(';')[0] ?? '').trim().toLowerCase() : '';
}

function bytesOf(reader: Reader, body: JsonObject | undefined, encoding: string, at: string): RecordedBytes {
  const text = body?.['text'] ?? '';
  if (typeof text !== 'string') throw reader.mistake(`${at}/text`, 'a string');
  return Buffer.from(text, body?.[encoding] === 'base64' ? 'base64' : 'utf8');
}

/** Reads members of the type that they have to be of. */
class Reader {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  mistake(at: string, what: string): RecordingMistake {
    return new RecordingMistake(`${this.#file}#${at} has to be ${what}`);
  }

  isObject(value: Json | undefined, at: string): JsonObject {
    if (isJsonObject(value)) return value;
    throw this.mistake(at, 'an object');
  }

  object(of: JsonObject, name: string, at: string): JsonObject {
    return this.isObject(of[name], `${at}/${name}`);
  }

  array(of: JsonObject, name: string, at: string): readonly Json[] {
    const value = of[name];
    if (Array.isArray(value)) return value;
    throw this.mistake(`${at}/${name}`, 'an array');
  }

  string(of: JsonObject, name: string, at: string): string {
    const value = of[name];
    if (typeof value === 'string') return value;
    throw this.mistake(`${at}/${name}`, 'a string');
  }

  number(of: JsonObject, name: string, at: string): number {
    const value = of[name];
    if (typeof value === 'number') return value;
    throw this.mistake(`${at}/${name}`, 'a number');
  }
}

/** Makes a call of an entry that was just recorded. */
export function callOfEntry(entry: object): RecordedCall {
  // What was written as JSON a moment ago is JSON.
  return callOf(new Reader('the recording'), entry as Json, '');
}
