import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { mediaTypeOf } from '@speccast/runtime/requests';
import type { RecordedBytes, RecordedCall, Recording } from '../recording/recorded-rows.js';

/** Version of the format that is written, and the newest that is read. */
export const harFormat = 1;

/** A recording that cannot be used. The message names the position and the reason, without a full stop. */
export class RecordingMistake extends Error {
  override readonly name = 'RecordingMistake';
}

/** Reads a recording. Throws a `RecordingMistake`. */
export function readHar(file: string): Recording {
  const log = readPart(readJson(file), file, '').object('log');
  if (!isJsonObject(log.value['_speccast']))
    throw new RecordingMistake(`${file}#/log/_speccast is missing: this is no recording of \`--record\``);
  const facts = log.object('_speccast');
  const format = facts.number('format');
  if (format > harFormat)
    throw new RecordingMistake(
      `${file}#/log/_speccast/format: a newer version of speccast wrote this (${format}; this one reads ${harFormat})`,
    );
  const callers = Object.entries(facts.object('callers').value);
  return {
    file,
    service: facts.string('service'),
    hash: facts.string('hash'),
    upstream: facts.string('upstream'),
    salt: facts.string('salt'),
    callers: Object.fromEntries(callers.map(([name, print]) => [name, String(print)])),
    calls: log.array('entries').map(readCall),
  };
}

/** Reads an entry that was just recorded. */
export function readEntry(entry: unknown): RecordedCall {
  return readCall(readPart(entry, 'the recording', ''));
}

function readJson(file: string): unknown {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new RecordingMistake(`${file} cannot be read: ${why}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const [, offset = findBadToken(text)] = /at position (\d+)/.exec(String(error)) ?? [];
    const before = text.slice(0, Number(offset));
    const isCut = text.slice(before.length).trim() === '';
    const place = `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
    const why = isCut ? 'the file ends too early' : 'this character is not allowed here';
    throw new RecordingMistake(`${file}:${place} is not valid JSON: ${why}`);
  }
  if (isJsonObject(value)) return value;
  throw new RecordingMistake(`${file}:1:1 has to be a JSON object`);
}

// Strings, numbers, words and marks of JSON.
const token =
  /\s*(?:[{}[\],:]|"[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\p{Cc}]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true\b|false\b|null\b)/uy;

/** Finds the first characters that are no token of JSON, as some messages of `JSON.parse` name no position; else the end. */
function findBadToken(text: string) {
  let end = 0;
  token.lastIndex = 0;
  while (token.test(text)) end = token.lastIndex;
  return end + text.slice(end).search(/\S|$/);
}

function readCall(entry: Part): RecordedCall {
  const [request, response, own] = [entry.object('request'), entry.object('response'), entry.object('_speccast')];
  const post = isJsonObject(request.value['postData']) ? request.object('postData') : undefined;
  const isTruncated = own.value['truncated'] === true;
  const begun = Date.parse(entry.string('startedDateTime'));
  if (Number.isNaN(begun)) throw entry.mistake('a time', 'startedDateTime');
  const status = response.number('status');
  const content = response.object('content');
  const isFailed = own.value['error'] !== undefined;
  if (!isFailed && !(Number.isInteger(status) && status >= 200 && status <= 599))
    throw response.mistake('a status from 200 to 599', 'status');
  const target = own.string('target');
  if (!target.startsWith('/') || !URL.canParse(`http://recorded.test${target}`)) throw own.mistake('a path', 'target');
  return {
    at: entry.at,
    method: request.string('method'),
    target,
    requestType: mediaTypeOf(String(post?.value['mimeType'] ?? '')),
    requestBody: isTruncated ? undefined : readBytes(post, '_encoding'),
    caller: own.string('caller'),
    time: begun + entry.number('time'),
    status,
    headers: response.array('headers').map((header) => {
      const pair: [string, string] = [header.string('name'), header.string('value')];
      try {
        new Headers().append(...pair);
      } catch {
        throw header.mistake('a header of HTTP');
      }
      return pair;
    }),
    body: isTruncated ? undefined : readBytes(content, 'encoding'),
    isFailed,
  };
}

function readBytes(body: Part | undefined, encoding: string): RecordedBytes {
  const text = body?.value['text'] ?? '';
  if (typeof text !== 'string') throw body?.mistake('a string', 'text');
  return Buffer.from(text, body?.value[encoding] === 'base64' ? 'base64' : 'utf8');
}

/** An object of a recording. Its functions read members, and throw a `RecordingMistake` for those of another type. */
interface Part {
  readonly value: JsonObject;
  /** JSON pointer of the object. */
  readonly at: string;
  readonly mistake: (expected: string, name?: string) => RecordingMistake;
  readonly string: (name: string) => string;
  readonly number: (name: string) => number;
  readonly object: (name: string) => Part;
  readonly array: (name: string) => readonly Part[];
}

function readPart(value: unknown, file: string, at: string): Part {
  const mistake: Part['mistake'] = (expected, name) =>
    new RecordingMistake(`${file}#${at}${name === undefined ? '' : `/${name}`} has to be ${expected}`);
  if (!isJsonObject(value)) throw mistake('an object');
  return {
    value,
    at,
    mistake,
    string: (name) => {
      const text = value[name];
      if (typeof text === 'string') return text;
      throw mistake('a string', name);
    },
    number: (name) => {
      const number = value[name];
      if (typeof number === 'number') return number;
      throw mistake('a number', name);
    },
    object: (name) => readPart(value[name], file, `${at}/${name}`),
    array: (name) => {
      const list = value[name];
      if (!Array.isArray(list)) throw mistake('an array', name);
      return list.map((one, index) => readPart(one, file, `${at}/${name}/${index}`));
    },
  };
}
