import { definePayLater, isBilledIn } from '../../pay-later/define-pay-later.tsx'

const countries: Readonly<Record<string, readonly string[]>> = {
  CAD: ['CA'],
  USD: ['US'],
  AUD: ['AU'],
  NZD: ['NZ'],
  GBP: ['GB'],
  EUR: ['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'GR', 'IE', 'IT', 'NL', 'PT'],
}

/** Klarna lets shops in any of these countries sell to buyers in all of them. */
const europe = [...(countries.EUR ?? []), 'CH', 'CZ', 'DK', 'GB', 'NO', 'PL', 'RO', 'SE']

export const klarna = definePayLater({
  id: 'stripe_klarna',
  type: 'klarna',
  name: 'Klarna',
  description: 'Pay later or in parts. Klarna shows you your payments and what they cost before you agree.',
  clause: 'later with Klarna',
  limits: { CAD: [0, null], USD: [0, null], AUD: [0, null], NZD: [0, null], GBP: [0, null], EUR: [0, null] },
  messageParams: (_settings, { shopCountry }) => ({
    messageOptions: { countryCode: shopCountry, paymentMethodTypes: ['klarna'] },
  }),
  isServed: (place) => {
    const served = countries[place.currency] ?? []
    return isBilledIn(place, served) && (served.includes(place.shopCountry) || isEuropean(place, served))
  },
})

const isEuropean = ({ shopCountry }: { readonly shopCountry: string }, served: readonly string[]): boolean =>
  europe.includes(shopCountry) && served.every((country) => europe.includes(country))
