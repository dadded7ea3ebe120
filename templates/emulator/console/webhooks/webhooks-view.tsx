import type { Json } from '@speccast/runtime';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { change, say, sayError } from '../app/toasts.js';
import { Button, Empty, Field, TextField } from '../parts/controls.js';
import { formatTime } from '../parts/format.js';
import { JsonView } from '../parts/json-view.js';
import { useItems } from '../parts/use-loaded.js';
import { ask, pretty } from '../server/ask.js';
import { changes, entries } from '../server/live.js';

/** A webhook or callback of the service. */
interface Webhook {
  readonly name: string;
  readonly kind: string;
  readonly method: string;
  readonly on: readonly string[];
  readonly targets: readonly string[];
  readonly signature: string;
  readonly sample?: Json;
}

interface Delivery {
  readonly number: number;
  readonly webhook: string;
  readonly url?: string;
  readonly state: string;
  readonly reason?: string;
  readonly created: number;
  readonly cause: string;
  readonly body?: Json;
  readonly attempts: readonly Json[];
}

/** The webhooks and callbacks of the service, and their deliveries. */
export function WebhooksView(): VNode {
  const webhooks = useItems<Webhook>('/webhooks', [changes.value]);
  const deliveries = useItems<Delivery>('/webhooks/deliveries?limit=50', [changes.value, entries.value.length]);
  return (
    <div class="page">
      <h2>Webhooks</h2>
      <div class="cards">
        {webhooks.items.map((one) => (
          <WebhookCard key={one.name} webhook={one} onSent={deliveries.reload} />
        ))}
      </div>
      {webhooks.isLoaded && webhooks.items.length === 0 && (
        <Empty title="No webhooks">
          <p>The description of this service declares no webhooks and no callbacks.</p>
        </Empty>
      )}
      <h2>Deliveries</h2>
      {deliveries.items.length === 0 ? (
        <Empty title="Nothing was sent yet">
          <p>What is sent, and what became of it, appears here.</p>
        </Empty>
      ) : (
        deliveries.items.toReversed().map((one) => DeliveryCard(one, deliveries.reload))
      )}
    </div>
  );
}

function WebhookCard({ webhook, onSent }: { readonly webhook: Webhook; readonly onSent: () => void }): VNode {
  const { name, method, kind, on, targets, signature, sample } = webhook;
  const [url, setUrl] = useState('');
  const [body, setBody] = useState(() => pretty(sample));
  const [isOpen, open] = useState(false);
  const sendIt = (): void => void sendWebhook(name, url, body).then(onSent);
  return (
    <section class="card" aria-label={name}>
      <h3>{name}</h3>
      <p class="dim">
        {kind}, {method}, signed in <code>{signature}</code>
      </p>
      <p>{on.length === 0 ? 'Sent by hand only' : `Sent on ${on.join(', ')}`}</p>
      <p class="address">{targets.length === 0 ? 'Nobody is subscribed' : targets.join(', ')}</p>
      {isOpen && (
        <>
          <TextField
            name="To"
            about="Empty: wherever it is subscribed"
            value={url}
            onChange={setUrl}
            input={{ placeholder: 'http://localhost:3000/hook' }}
          />
          <Field name="Body as JSON">
            {(ids) => (
              <textarea
                {...ids}
                class="input"
                rows={8}
                value={body}
                onInput={({ currentTarget }) => setBody(currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
      <div class="bar">
        <Button onClick={() => (isOpen ? sendIt() : open(true))} label={isOpen ? `Send ${name}` : `Prepare ${name}`}>
          {isOpen ? 'Send' : 'Send…'}
        </Button>
      </div>
    </section>
  );
}

async function sendWebhook(name: string, url: string, body: string): Promise<void> {
  try {
    const { data } = await ask<{ readonly items: readonly Delivery[] }>('POST', '/webhooks/send', {
      name,
      ...(url !== '' && { url }),
      ...(body.trim() !== '' && { body: JSON.parse(body) }),
    });
    const states = data.items.map(({ state, reason }) => `${state}${reason === undefined ? '' : ` (${reason})`}`);
    say(`${name}: ${states.join(', ') || 'nobody is subscribed'}`);
  } catch (error) {
    sayError(error instanceof SyntaxError ? new Error('The body is not JSON.') : error);
  }
}

function DeliveryCard(delivery: Delivery, onSent: () => void): VNode {
  const { number, webhook, state, url, reason, created, cause, body, attempts } = delivery;
  const kind = state === 'delivered' ? 'good' : state === 'pending' ? 'accent' : 'bad';
  const again = (): void =>
    void change(ask('POST', `/webhooks/deliveries/${number}/resend`, {}), `Sent ${webhook} again`).then(onSent);
  return (
    <section key={number} class="card" aria-label={`Delivery ${number}`}>
      <div class="bar">
        <span class={`badge ${kind}`}>{state}</span>
        <b class="grow cut">{webhook}</b>
        <span class="mono dim">{formatTime(created)}</span>
        <Button onClick={again} label={`Send delivery ${number} again`}>
          Send again
        </Button>
      </div>
      <p class="address">
        {url ?? 'Nobody is subscribed'} {reason !== undefined && <span class="bad">{reason}</span>}{' '}
        <span class="dim">{cause}</span>
      </p>
      <details class="group">
        <summary>Body and attempts ({attempts.length})</summary>
        <JsonView value={{ body: body ?? null, attempts: [...attempts] }} label={`Delivery ${number}`} />
      </details>
    </section>
  );
}
