import { html } from 'hono/html'
import type { PaymentIntent } from './api-objects.ts'
import type { ControlSettings } from './control.ts'
import type { ListedEvent } from './control-page.store.ts'
import { declineOf } from './declines.ts'
import { declineTable, walletTable } from './test-cards.ts'

type Html = ReturnType<typeof html>

type ControlView = {
  settings: ControlSettings
  intents: readonly PaymentIntent[]
  events: readonly ListedEvent[]
  /** Why the last form was not carried out. */
  problem: string | null
}

export const controlDocument = ({ settings, intents, events, problem }: ControlView): Html => html`<!doctype html>
<html lang="en-CA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Payment sandbox</title><link rel="stylesheet" href="/sandbox/control.css"></head>
<body>
<main>
<h1>Payment sandbox</h1>
<p>It stands in for the payment provider. No bank is asked and no money moves.</p>
${problem === null ? '' : html`<p role="alert">${problem}</p>`}
${switchesForm(settings)}
<h2>Payments</h2>
${table('Payments', ['Payment', 'Amount', 'Status', 'Order', 'What happens next'], intents.map(intentRow))}
<h2>Events</h2>
${table('Events', ['Event', 'About', 'Time', 'Deliveries', 'Again'], events.map(eventRow))}
<h2>Cards and amounts that are refused</h2>
<p>A payment of the amount in the table is refused with that code whatever the card, and the card is refused whatever the amount. As a
payment method each is called <code>pm_card_decline_…</code> with the code.</p>
${table('Cards and amounts', ['Code', 'Refused', 'Card number', 'Amount'], declineTable.map(declineRow))}
<h2>Wallets</h2>
${walletsText}
${table('Wallets', ['Token', 'What happens'], walletTable.map(walletRow))}
</main>
</body>
</html>`

const table = (name: string, heads: readonly string[], rows: readonly Html[]): Html =>
  rows.length === 0
    ? html`<p>None yet.</p>`
    : html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`

const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-CA', { style: 'currency', currency }).format(cents / 100)

const walletsText = html`<p>The wallets of a browser are what it keeps for the shop’s origin in <code>sessionStorage['sandbox-wallets']</code>; put it there in the
console of any page of the shop: <code>sessionStorage['sandbox-wallets'] = '{"google":"ready","mode":"overlay","device":"apple"}'</code></p>
<ul>
<li><code>google</code>: <code>ready</code> (default), <code>none</code> (no account here) or <code>unsupported</code></li>
<li><code>mode</code>: how the sheet of Google Pay opens: <code>popup</code> (default on wide screens), <code>overlay</code> (default on phones) or <code>redirect</code></li>
<li><code>device</code>: the payment request of Apple Pay (<code>apple</code>), of the browser (<code>browser</code>) or <code>none</code> (default)</li>
</ul>
<p>Their sheets offer cards of each outcome. Servers name them as tokens:</p>`

const walletRow = ([names, outcome]: (typeof walletTable)[number]): Html =>
  html`<tr><td><code>${names}</code></td><td>${outcome}</td></tr>`

const declineRow = ({ name, step, number, amountCents }: (typeof declineTable)[number]): Html =>
  html`<tr><td><code>${name}</code></td><td>${stepNames[step]}</td><td>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</td><td>${money(amountCents, 'CAD')}</td></tr>`

const stepNames = { charge: 'when charged or saved', capture: 'when captured', refund: 'when refunded' }

const button = (action: string, id: string, label: string): Html =>
  html`<form method="post"><button name="action" value="${action} ${id}" aria-label="${label}: ${id}">${label}</button></form>`

const intentRow = (intent: PaymentIntent): Html =>
  html`<tr><td><code>${intent.id}</code></td><td>${money(intent.amount, intent.currency.toUpperCase())}</td><td>${intent.status}</td><td>${intent.metadata.order_id ?? ''}</td><td>${
    intent.status === 'processing'
      ? [button('succeeded', intent.id, 'Succeed'), button('failed', intent.id, 'Fail')]
      : intent.status === 'succeeded'
        ? button('dispute', intent.id, 'Dispute')
        : ''
  }</td></tr>`

const eventRow = ({ id, type, about, created, deliveries }: ListedEvent): Html =>
  html`<tr><td><code>${type}</code></td><td><code>${about}</code></td><td>${created.toISOString()}</td><td>${deliveries.map(deliveryLine)}</td><td>${button('resend', id, 'Send again')}</td></tr>`

const deliveryLine = ({ attempts, outcome, isDelivered, dueAt }: ListedEvent['deliveries'][number]): Html => {
  const state = isDelivered ? 'delivered' : dueAt === null ? 'given up' : `due ${new Date(dueAt).toISOString()}`
  return html`<p>${state}; ${attempts} attempts${outcome === null ? '' : `, ${outcome}`}</p>`
}

const numberField = (name: string, label: string, value: number): Html =>
  html`<p><label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" step="1" inputmode="numeric" value="${value}"></p>`

const switchesForm = ({
  latencyMs,
  failNext,
  failWhen,
  decline,
  webhooks,
}: ControlSettings): Html => html`<form method="post" class="switches">
<fieldset><legend>Calls</legend>
${numberField('latencyMs', 'Answer after (ms)', latencyMs)}
${numberField('failNext', 'How many of the next calls fail', failNext)}
<p><label for="failWhen">They fail</label><select id="failWhen" name="failWhen">
<option value="before"${failWhen === 'before' ? ' selected' : ''}>before anything happens</option>
<option value="after"${failWhen === 'after' ? ' selected' : ''}>after it has happened</option>
</select></p>
<p><label for="decline">Every charge is refused with</label><select id="decline" name="decline">
<option value="">nothing</option>
${declineTable.filter(({ step }) => step === 'charge').map(({ name }) => html`<option${isForced(decline, name) ? ' selected' : ''}>${name}</option>`)}
</select></p>
</fieldset>
<fieldset><legend>Events</legend>
${numberField('delayMs', 'Delay (ms)', webhooks.delayMs)}
${numberField('dropNext', 'How many of the next are dropped', webhooks.dropNext === 'all' ? 0 : webhooks.dropNext)}
<p><label><input type="checkbox" name="dropAll" value="1"${webhooks.dropNext === 'all' ? ' checked' : ''}> Drop all</label></p>
<p><label for="dropTypes">Only these types are dropped; empty: every type</label><input id="dropTypes" name="dropTypes" value="${webhooks.dropTypes.join(' ')}" spellcheck="false" autocomplete="off"></p>
${numberField('duplicates', 'Deliver each this many times more', webhooks.duplicates)}
${numberField('reorderMs', 'Hold for (ms), then newest first; 0: as they happen', webhooks.reorderMs)}
</fieldset>
<button name="action" value="switches">Set</button>
</form>`

const isForced = (forced: ControlSettings['decline'], name: string): boolean => {
  const { code, declineCode } = declineOf(name)
  return forced !== null && forced.code === code && forced.declineCode === declineCode
}
