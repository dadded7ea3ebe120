import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button, change, Empty, formatTime, JsonView, TextField, useItems, ValueField } from '../parts/index.js';
import type { DeclaredWebhook, Items, WebhookDelivery } from '../server/index.js';

/** The webhooks and callbacks of the service, and their deliveries. */
export function WebhooksView(): VNode {
  const webhooks = useItems<DeclaredWebhook>('/webhooks');
  const deliveries = useItems<WebhookDelivery>('/webhooks/deliveries?limit=50') ?? [];
  return (
    <div class="page">
      <h2>Webhooks</h2>
      <div class="cards">
        {webhooks?.map((one) => (
          <WebhookCard key={one.name} {...one} />
        ))}
      </div>
      {webhooks?.length === 0 && (
        <Empty title="No webhooks" about="The spec of this service declares no webhooks and no callbacks." />
      )}
      <h2>Deliveries</h2>
      {deliveries.length === 0 ? (
        <Empty title="Nothing was sent yet" about="Sent webhooks and their results appear here." />
      ) : (
        deliveries.toReversed().map(DeliveryCard)
      )}
    </div>
  );
}

function WebhookCard({ name, method, kind, on, targets, signature, sample }: DeclaredWebhook) {
  const [url, setUrl] = useState('');
  const [body, setBody] = useState(sample);
  const describe = ({ items }: Items<WebhookDelivery>) => {
    const states = items.map(({ state, reason }) => `${state}${reason === undefined ? '' : ` (${reason})`}`);
    return `${name}: ${states.join(', ') || 'nobody is subscribed'}`;
  };
  const send = () => change('POST /webhooks/send', describe, { name, body, url: url || undefined });
  return (
    <section class="card" aria-label={name}>
      <h3>{name}</h3>
      <p class="dim">
        {kind}, {method}, signed in <code>{signature}</code>
      </p>
      <p>{on.length === 0 ? 'Sent by hand only' : `Sent on ${on.join(', ')}`}</p>
      <p class="address">{targets.length === 0 ? 'No receivers' : targets.join(', ')}</p>
      <details class="group">
        <summary>Send…</summary>
        <TextField
          name="To"
          about="Empty: all subscribed receivers"
          value={url}
          onChange={setUrl}
          placeholder="http://localhost:3000/hook"
        />
        <ValueField
          context={{ root: {}, issues: [], isInput: true }}
          schema={{}}
          name="Body"
          isRequired={false}
          pointer=""
          value={body}
          onChange={setBody}
        />
        <Button onClick={send} label={`Send ${name}`}>
          Send
        </Button>
      </details>
    </section>
  );
}

function DeliveryCard({ number, webhook, state, url, reason, created, cause, body = null, attempts }: WebhookDelivery) {
  const kind = state === 'delivered' ? 'good' : state === 'pending' ? 'accent' : 'bad';
  const again = () => change(`POST /webhooks/deliveries/${number}/resend`, `Sent ${webhook} again`, {});
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
        {url ?? 'No receiver'} {reason !== undefined && <span class="bad">{reason}</span>}{' '}
        <span class="dim">{cause}</span>
      </p>
      <details class="group">
        <summary>Body and attempts ({attempts.length})</summary>
        <JsonView value={{ body, attempts }} label={`Delivery ${number}`} />
      </details>
    </section>
  );
}
