import { type Json, type JsonObject, parseJson } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import {
  Button,
  counted,
  Empty,
  formatBytes,
  formatDuration,
  Headers,
  InputField,
  readSchema,
  resolvePointer,
  sayError,
  SearchField,
  SelectField,
  Sides,
  TextField,
  TextView,
  toList,
  toObject,
  useCallers,
  useLoaded,
  ValueField,
} from '../parts/index.js';
import {
  createBody,
  health,
  type Operation,
  operations,
  ownHeaders,
  pretty,
  route,
  send,
  type WholeEntry,
  writeRoute,
} from '../server/index.js';

const noDocument: JsonObject = {};

/** The operations, and a form for one of them. */
export function OperationsView(): VNode {
  const { parts, query } = route.value;
  const { data: document = noDocument } = useLoaded<JsonObject>('/service.json');
  const { data: entry } = useLoaded<WholeEntry>(query.entry && `/journal/${encodeURIComponent(query.entry)}`);
  const [text, search] = useState('');
  const [current = operations.value[0]?.id ?? ''] = parts;
  const operation = operations.value.find(({ id }) => id === current);
  const found = operations.value.filter(({ id, path }) => `${id} ${path}`.toLowerCase().includes(text.toLowerCase()));
  const renderLink = (id: string, method: string) => (
    <>
      <span class={`method fixed ${method}`}>{method}</span>
      <span class="cut">{id}</span>
    </>
  );
  return (
    <Sides
      label="Operations"
      view="operations"
      items={found.map(({ id, method }) => [id, renderLink(id, method)])}
      current={current}
      search={<SearchField label="Search operations" value={text} onChange={search} />}
    >
      <div class="scrolls">
        {operation ? (
          <OperationForm key={`${current} ${entry?.number}`} operation={operation} document={document} entry={entry} />
        ) : (
          <Empty title={current === '' ? 'No operations' : `There is no operation ${current}`} />
        )}
      </div>
    </Sides>
  );
}

/** The input of a form for a call. */
interface CallDraft {
  readonly params: Readonly<Record<string, Json | undefined>>;
  readonly body: Json | undefined;
  readonly file: File | undefined;
  /** `none`, `key`, `token`, or the id of a caller. */
  readonly sender: string;
  readonly token: string;
}

/** The drafts by operation. They last until the page is closed. */
const kept = new Map<string, CallDraft>();

const empty: CallDraft = { params: {}, body: undefined, file: undefined, sender: 'token', token: 'console' };

interface FormProps {
  readonly operation: Operation;
  /** The OpenAPI document of the service; empty until it is loaded. */
  readonly document: JsonObject;
  /** The entry of the journal to begin with. */
  readonly entry: WholeEntry | undefined;
}

/** A form for an operation, built from its schema. It sends a real request. */
function OperationForm({ operation, document, entry }: FormProps) {
  const { id, method, path: address, cost } = operation;
  const described = useMemo(() => readFormFields(document, operation), [document, operation]);
  const [draft, set] = useState<CallDraft>(() => {
    if (!entry) return kept.get(id) ?? empty;
    const { params = {}, body, caller = empty.sender } = entry;
    const known = Object.entries(params).filter(([, value]) => value !== 'redacted');
    return { ...empty, params: Object.fromEntries(known), body, sender: caller };
  });
  const [received, receive] = useState<Received>();
  const [isBusy, setBusy] = useState(false);
  kept.set(id, draft);
  const edit = (part: Partial<CallDraft>) => set({ ...draft, ...part });
  const call = async () => {
    setBusy(true);
    try {
      const { path, init } = buildRequest(draft, operation, described);
      const started = performance.now();
      const response = await send(path, { ...init, headers: { ...ownHeaders(), ...init.headers } });
      const took = performance.now() - started;
      const body = await response.blob();
      const image = body.type.startsWith('image/') ? URL.createObjectURL(body) : undefined;
      receive({ path, response, took, bytes: body.size, image, text: image ? '' : await body.text() });
    } catch (error) {
      sayError(error);
    }
    setBusy(false);
  };
  return (
    <div class="page">
      <div class="stack">
        <h2>{id}</h2>
        <p class="mono address">
          <span class={`method ${method}`}>{method}</span> {address}{' '}
          {cost !== undefined && <span class="badge">{counted(cost, 'unit')}</span>}
        </p>
        {described.summary !== '' && <p>{described.summary}</p>}
      </div>
      {renderInputs({ draft, edit, described, root: document, operation })}
      <div class="bar">
        <Button kind="main" onClick={call} disabled={isBusy}>
          Send
        </Button>
        <Button onClick={() => edit({ ...empty, sender: draft.sender, token: draft.token })}>Clear</Button>
      </div>
      {received && renderResponse(received)}
    </div>
  );
}

interface InputProps {
  readonly draft: CallDraft;
  readonly edit: (part: Partial<CallDraft>) => void;
  readonly described: FormFields;
  readonly root: JsonObject;
  readonly operation: Operation;
}

function Sender({ draft, edit, described }: InputProps) {
  const options = [
    ...Array.from(useCallers(), ([id, name]) => [id, `${name} (${id})`] as const),
    ['token', 'a token…'] as const,
    ...(described.keys.length > 0 ? [['key', 'an API key'] as const] : []),
    ['none', 'nobody'] as const,
  ];
  return (
    <div class="form">
      <SelectField label="Send as" value={draft.sender} onChange={(sender) => edit({ sender })} options={options} />
      {draft.sender === 'token' && (
        <TextField
          name="Token"
          about="Each token belongs to a different caller."
          value={draft.token}
          onChange={(token) => edit({ token })}
          class="input mono"
        />
      )}
    </div>
  );
}

function renderInputs(inputs: InputProps) {
  const { draft, edit, described, root, operation } = inputs;
  const { params, body: sent } = draft;
  const context = { root, issues: [], isInput: true };
  const required = described.parameters.filter((one) => one.isRequired);
  const optional = described.parameters.filter((one) => !one.isRequired);
  const renderFields = (list: FormFields['parameters']) => (
    <div class="form">
      {list.map((one) => (
        <ValueField
          key={`${one.in} ${one.name}`}
          {...one}
          context={context}
          pointer=""
          value={params[one.name]}
          onChange={(value) => edit({ params: { ...params, [one.name]: value } })}
        />
      ))}
    </div>
  );
  return (
    <>
      <Sender {...inputs} />
      {required.length > 0 && renderFields(required)}
      {optional.length > 0 && (
        <details class="group" open={optional.length < 7 || optional.some(({ name }) => params[name] !== undefined)}>
          <summary>Optional parameters ({optional.length})</summary>
          {renderFields(optional)}
        </details>
      )}
      {described.body !== undefined && (
        <ValueField
          context={context}
          name="body"
          isRequired
          schema={described.body}
          pointer="/body"
          value={sent}
          onChange={(body) => edit({ body })}
        />
      )}
      {(operation.uploadPath ?? described.takesFile) && (
        <InputField type="file" name="File" onChange={(event) => edit({ file: event.currentTarget.files?.[0] })} />
      )}
    </>
  );
}

/** The data of a response that the view shows. */
interface Received {
  readonly path: string;
  readonly response: Response;
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
  /** Its body, unless that is an image. */
  readonly text: string;
  /** Address of an image. */
  readonly image: string | undefined;
}

function renderResponse({ path, response, took, text, image, bytes }: Received) {
  const { status, headers } = response;
  const json = parseJson(text);
  return (
    <section class="card" aria-label="Response" aria-live="polite">
      <div class="bar">
        <h3 class="grow">Response</h3>
        <span class={`badge ${status >= 400 ? 'bad' : 'good'}`}>{status}</span>
        <span class="dim">
          {formatDuration(Math.round(took * 10) / 10)}, {formatBytes(bytes)}
        </span>
        <a href={writeRoute('journal')}>In the journal</a>
      </div>
      <p class="mono address">{path}</p>
      {text && <TextView text={json === undefined ? text : pretty(json)} label="Body of the response" />}
      {image && (
        <div class="pictures">
          <img src={image} alt="The response" />
        </div>
      )}
      <Headers headers={[...headers]} />
    </section>
  );
}

/** Finds the fields of an operation in the OpenAPI document of the service. Empty if the document does not have it. */
function readFormFields(document: JsonObject, { id, parameters: effects }: Operation) {
  const items = Object.values(toObject(document.paths)).map(toObject);
  const all = items.flatMap((item) => Object.values(item).map((operation) => ({ ...toObject(operation), item })));
  const {
    item,
    parameters,
    requestBody,
    summary = '',
  }: JsonObject = all.find((one: JsonObject) => one.operationId === id) ?? {};
  const bodies = toObject(resolve(document, requestBody).content);
  const types = Object.keys(bodies);
  const isForm = (type: string) => /[/+]json\b|urlencoded|form-data/.test(type);
  const form = types.find(isForm);
  const { schema: sent = {} } = resolve(document, bodies[form ?? 'multipart/related']);
  const found = [...toList(toObject(item).parameters), ...toList(parameters)].map((one) => {
    const { name, in: at, required, schema, explode, style = 'form', description } = resolve(document, one);
    const own = toObject(schema);
    const effect = effects.find((other) => other.name === name && other.in === at)?.effect;
    const about = [description ?? own.description, effect && `Effect here: ${effect}.`].filter(Boolean);
    return {
      name: String(name),
      in: String(at),
      isRequired: required === true,
      schema: { ...own, description: about.join(' ') },
      /** True if each item of a list is a parameter: `id=1&id=2`; false for `id=1,2`. */
      explode: explode !== false && style === 'form',
    };
  });
  // Parameters of an operation replace those of its path.
  const byName = new Map(found.map((one) => [`${one.in} ${one.name}`, one]));
  return {
    summary: String(summary),
    parameters: [...byName.values()]
      .filter((one) => ['path', 'query', 'header'].includes(one.in))
      .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired)),
    /** Media types of the body. */
    types,
    /** The schema of the JSON that a body is or begins with. */
    body:
      form === undefined ? readSchema(sent, document).members.find(({ name }) => name === 'metadata')?.schema : sent,
    /** True if the body is a file or has one. */
    takesFile: !types.every(isForm),
    /** The API keys that the service takes: `[{ name: 'key', in: 'query' }]`. */
    keys: Object.values(toObject(toObject(document.components).securitySchemes))
      .map((one) => resolve(document, one))
      .filter(({ type }) => type === 'apiKey')
      .map(({ name, in: at }) => ({ name: String(name), in: String(at) })),
  };
}

type FormFields = ReturnType<typeof readFormFields>;

function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const object = toObject(value);
  const { $ref } = object;
  return typeof $ref === 'string' ? resolve(document, resolvePointer(document, $ref)) : object;
}

/** Builds the request of a call. */
function buildRequest(draft: CallDraft, operation: Operation, { parameters, types, keys }: FormFields) {
  const { params, sender, token, file } = draft;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  const uploadPath = file && operation.uploadPath;
  let path = uploadPath ?? (health.value?.baseUrl ?? '').replace(/\/$/, '') + operation.path;
  for (const { name, in: at, explode } of parameters) {
    const value = params[name];
    if (value === undefined || value === null) continue;
    const values = (Array.isArray(value) ? value : [value]).map((one: Json) =>
      typeof one === 'object' ? JSON.stringify(one) : String(one),
    );
    const text = values.join(',');
    if (at === 'path')
      // A value for `{name=accounts/*}` keeps its slashes.
      path = path.replace(/\{([^{}=]+)(=[^{}]*)?\}/g, (found, own: string, pattern?: string) => {
        if (own !== name) return found;
        return pattern === undefined ? encodeURIComponent(text) : text.split('/').map(encodeURIComponent).join('/');
      });
    else if (at === 'header') headers[name.toLowerCase()] = text;
    else for (const one of explode ? values : [text]) query.append(name, one);
  }
  if (sender === 'token') headers.authorization = `Bearer ${token}`;
  else if (sender === 'key') {
    for (const { name, in: at } of keys) {
      if (at === 'query') query.set(name, 'console');
      else if (at === 'header') headers[name.toLowerCase()] = 'console';
    }
  } else if (sender !== 'none') headers['x-mock-caller'] = sender;
  const body = createBody(draft.body, file, types);
  if (body) headers['content-type'] = body.type;
  if (uploadPath !== undefined) query.set('uploadType', body?.type.startsWith('multipart/') ? 'multipart' : 'media');
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    init: { method: operation.method, headers, ...(body && { body: body.content }) },
  };
}
