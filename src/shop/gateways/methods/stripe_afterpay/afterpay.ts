import { definePayLater } from '../../pay-later/define-pay-later.tsx'

/** The country that the shop's provider account must be in, by currency. */
const countries: Readonly<Record<string, string>> = { CAD: 'CA', USD: 'US', AUD: 'AU', NZD: 'NZ', GBP: 'GB' }

export const afterpay = definePayLater({
  id: 'stripe_afterpay',
  type: 'afterpay_clearpay',
  name: 'Afterpay',
  description: 'Pay in four payments, one every two weeks, the first one now.',
  clause: 'in four payments with Afterpay',
  instalments: 4,
  limits: { CAD: [1, 2000], USD: [1, 4000], AUD: [1, 4000], NZD: [1, 4000], GBP: [1, 1200] },
  messageParams: ({ limits, hideIneligible }) => ({
    currencies: Object.keys(limits),
    messageOptions: {},
    supported_locales: ['en-CA', 'en-US', 'en-AU', 'en-NZ', 'en-GB', 'fr-CA'],
    // A maximum of 0 means no maximum.
    requirements: Object.fromEntries(
      Object.entries(limits).map(([currency, { minCents, maxCents }]) => [
        currency,
        [countries[currency], minCents / 100, (maxCents ?? 0) / 100],
      ]),
    ),
    hide_ineligible: hideIneligible,
    locale: 'en-CA',
  }),
  isServed: ({ currency, shopCountry }) => countries[currency] === shopCountry,
})
