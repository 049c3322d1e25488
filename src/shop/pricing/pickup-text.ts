import type { ShippingConfig } from './shipping.ts'

const list = new Intl.ListFormat('en-CA')

/** One sentence: how and for whom local pickup is offered, or that it is not. */
export function pickupText({ zones }: ShippingConfig): string {
  const offering = zones.filter((zone) => zone.methods.some((method) => method.kind === 'local_pickup'))
  const title = offering[0]?.methods.find((method) => method.kind === 'local_pickup')?.title
  if (title === undefined) return 'We do not offer pickup.'
  const isForSome = offering.length < zones.length
  const eligibility = isForSome ? ` (for addresses in ${list.format(offering.map((zone) => zone.name))})` : ''
  return `You can also pick up your order: choose “${title}” in the cart or at the checkout${eligibility}.`
}
