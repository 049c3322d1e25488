import { html } from 'hono/html'
import { walletAddresses, walletCards, walletOwner } from './wallet-account.ts'

/** Apple's sheet, or a browser's, which asks for an address first and has full province names. */
export type SheetDevice = 'apple' | 'browser'

const titles: Readonly<Record<SheetDevice, string>> = { apple: 'Apple Pay', browser: 'Pay with this browser' }

/** The sheet of a payment request, for a frame in the shop's page. */
export const paymentSheetDocument = (parent: string | null, device: SheetDevice) => html`<!doctype html>
<html lang="en-CA" data-parent-origin="${parent ?? ''}" data-device="${device}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${titles[device]}</title><link rel="stylesheet" href="/v3/payment-sheet.css"></head>
<body>
<main aria-label="${titles[device]}">
<header><h1>${titles[device]}</h1><button type="button" id="cancel">Cancel</button></header>
<form id="sheet" novalidate>
<p id="problem" role="alert"></p>
<p><label for="card">Card</label><select id="card">${walletCards.map(
  ({ name, number, note }) =>
    html`<option value="${number}">${name} •••• ${number.slice(-4)}${note === '' ? '' : ` (${note})`}</option>`,
)}</select></p>
<p class="address" hidden><label for="address">Ship to</label><select id="address" aria-describedby="problem">${
  device === 'browser' ? html`<option value="">Choose an address</option>` : ''
}${walletAddresses.map((address) => {
  const { regionName, ...given } = { ...address, region: device === 'apple' ? address.region : address.regionName }
  return html`<option value="${JSON.stringify(given)}">${[given.recipient, ...given.addressLine, given.city, address.region, given.country].filter(Boolean).join(', ')}</option>`
})}</select></p>
<p class="address" hidden><label for="option">Delivery</label><select id="option"></select></p>
<p class="name" hidden><label for="name">Name</label><input id="name" autocomplete="name" maxlength="200" value="${walletOwner.name}"></p>
<p class="email" hidden><label for="email">Email</label><input id="email" type="email" autocomplete="email" maxlength="200" value="${walletOwner.email}"></p>
<p class="phone" hidden><label for="phone">Telephone</label><input id="phone" type="tel" autocomplete="tel" maxlength="40" value="${walletOwner.phone}"></p>
<dl id="items"></dl>
<p id="status" role="status"></p>
<button id="pay" disabled>Pay</button>
</form>
<p class="note">This is the sheet of a payment sandbox. No money moves.</p>
</main>
<script type="module" src="/v3/payment-sheet.js"></script>
</body>
</html>`
