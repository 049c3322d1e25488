import { definePayLater, isBilledIn } from '../../pay-later/define-pay-later.tsx'

const countries = ['CA', 'US']

export const affirm = definePayLater({
  id: 'stripe_affirm',
  type: 'affirm',
  name: 'Affirm',
  description: 'Pay over time. Affirm shows you your payments and what they cost before you agree.',
  clause: 'over time with Affirm',
  limits: { CAD: [50, 30_000], USD: [50, 30_000] },
  messageParams: ({ limits }) => ({
    supportedCurrencies: Object.keys(limits),
    messageOptions: { logoColor: 'primary', fontColor: 'black', fontSize: '16px', textAlign: 'start' },
  }),
  isServed: (place) => countries.includes(place.shopCountry) && isBilledIn(place, [place.shopCountry]),
})
