#!/usr/bin/env node
// Replaces curl on machines that do not have it; supports the options that the samples use.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const argv = process.argv.slice(2);
const headers = new Headers();
const form = new FormData();
const data = [];
let [method, output, format, url, isForm] = ['', '', '', '', false];

// `"a b";type=text/plain` → { value: 'a b', type: 'text/plain' }
function unquote(text) {
  const found = /^"((?:[^"\\]|\\.)*)"(?:;type=(.*))?$/s.exec(text);
  if (found !== null) return { value: found[1].replace(/\\(.)/gs, '$1'), type: found[2] };
  const [value, type] = text.split(';type=');
  return { value, type };
}

function addPart(text) {
  const [name, rest] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
  const { value, type } = unquote(rest);
  const bytes = rest.startsWith('@') ? readFileSync(value.slice(1)) : value;
  form.append(name, new File([bytes], rest.startsWith('@') ? basename(value) : name, { type: type ?? 'text/plain' }));
  isForm = true;
}

const options = {
  '-X': (value) => (method = value),
  '-H': (value) => headers.append(value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1).trim()),
  '-u': (value) => headers.set('authorization', `Basic ${Buffer.from(value).toString('base64')}`),
  '-b': (value) => headers.append('cookie', value),
  '-o': (value) => (output = value),
  '-w': (value) => (format = value),
  '-F': addPart,
  '--form-string': (value) => {
    form.append(value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1));
    isForm = true;
  },
  '--data-raw': (value) => data.push(value),
  '--data-binary': (value) => data.push(value.startsWith('@') ? readFileSync(value.slice(1)) : value),
  '--data-urlencode': (value) =>
    data.push(
      `${data.length > 0 ? '&' : ''}${value.slice(0, value.indexOf('='))}=${encodeURIComponent(value.slice(value.indexOf('=') + 1))}`,
    ),
};

for (let word = argv.shift(); word !== undefined; word = argv.shift()) {
  if (word === '-sS') continue;
  if (Object.hasOwn(options, word)) options[word](argv.shift());
  else if (word.startsWith('-')) throw new Error(`curl: option ${word} is unknown`);
  else url = word;
}

let body = isForm ? form : data.length > 0 ? Buffer.concat(data.map((one) => Buffer.from(one))) : undefined;
if (isForm) {
  const response = new Response(form);
  const [, boundary] = (response.headers.get('content-type') ?? '').split(';');
  headers.set('content-type', `${headers.get('content-type') ?? 'multipart/form-data'};${boundary}`);
  body = Buffer.from(await response.arrayBuffer());
}
const response = await fetch(url, { method: method || (body === undefined ? 'GET' : 'POST'), headers, body });
const bytes = Buffer.from(await response.arrayBuffer());
if (output === '') process.stdout.write(bytes);
else writeFileSync(output, bytes);
process.stdout.write(format.replaceAll('\\n', '\n').replace('%{http_code}', String(response.status)));
