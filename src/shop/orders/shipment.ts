import type { orderShipments } from './orders.table.ts'

type Carrier = {
  /** The name in lower case with hyphens, as WooCommerce's Shipment Tracking stores it. */
  readonly id: string
  readonly name: string
  readonly link: string
}

const carrier = (name: string, link: string): Carrier => ({ id: carrierId(name), name, link })

const carrierId = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export const carriers: readonly Carrier[] = [
  carrier('Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/resultList?searchFor='),
  carrier('Purolator', 'https://www.purolator.com/en/shipping/tracker?pin='),
  carrier('UPS', 'https://www.ups.com/track?loc=en_CA&tracknum='),
  carrier('FedEx', 'https://www.fedex.com/apps/fedextrack/?tracknumbers='),
  carrier('DHL', 'https://www.dhl.com/ca-en/home/tracking.html?submit=1&tracking-id='),
  carrier('Canpar', 'https://www.canpar.com/en/tracking/track.htm?barcode='),
  carrier('Loomis Express', 'https://www.loomisexpress.com/loomship/Track/TrackStatus?wbs='),
  carrier('Intelcom', 'https://intelcom.ca/en/track-your-package/?tracking-id='),
  carrier('USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='),
]

export const findCarrier = (text: string): Carrier | null =>
  carriers.find(({ id }) => id === carrierId(text.trim())) ?? null

export type Shipment = Readonly<Omit<typeof orderShipments.$inferSelect, 'id' | 'orderId' | 'createdAt'>>

export const carrierName = ({ carrier, customName }: Shipment): string => findCarrier(carrier)?.name ?? customName

export function trackingHref({ carrier, customLink, trackingNumber }: Shipment): string | null {
  const knownCarrier = findCarrier(carrier)
  // Labels group the digits; tracking links need the number without spaces.
  if (knownCarrier) return knownCarrier.link + encodeURIComponent(trackingNumber.replaceAll(' ', ''))
  return customLink === '' ? null : customLink
}

type InputField = `${'' | 'custom_'}tracking_provider` | 'custom_tracking_link' | 'tracking_number' | 'date_shipped'
export type ShipmentInput = Readonly<Record<InputField, string>>

type Errors = Readonly<Record<string, string>>

export type ParsedShipment =
  | { readonly ok: true; readonly shipment: Omit<Shipment, 'trackingId'> }
  | { readonly ok: false; readonly errors: Errors }

export function parseShipment(input: ShipmentInput, today: string): ParsedShipment {
  const knownCarrier = findCarrier(input.tracking_provider)
  // Shipment Tracking accepts the name of an unknown carrier in either field.
  const customName = knownCarrier ? '' : input.custom_tracking_provider.trim() || input.tracking_provider.trim()
  const customLink = knownCarrier ? '' : input.custom_tracking_link.trim()
  const trackingNumber = input.tracking_number.trim().replaceAll(/\s+/g, ' ')
  const shippedOn = input.date_shipped.trim() || today
  const isLink = customLink === '' || isWebPage(customLink)
  const isNumber = /^[A-Za-z0-9][A-Za-z0-9 ./_-]{2,59}$/.test(trackingNumber)
  const errors: Errors = {
    ...(knownCarrier || customName !== '' ? {} : { tracking_provider: 'Choose a carrier, or name one.' }),
    ...(customName.length > 60 ? { custom_tracking_provider: 'The name has at most 60 characters.' } : {}),
    ...(isLink ? {} : { custom_tracking_link: 'The link is an address that begins with https:// or http://.' }),
    ...(isNumber ? {} : { tracking_number: 'A tracking number has 3 to 60 letters and digits.' }),
    ...(isDay(shippedOn) ? {} : { date_shipped: 'The day is written as 2026-11-20.' }),
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, shipment: { carrier: knownCarrier?.id ?? '', customName, customLink, trackingNumber, shippedOn } }
}

function isDay(text: string): boolean {
  const date = /^20\d{2}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  // `Date` turns a day that does not exist, such as February 31, into another one.
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function isWebPage(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    ['https:', 'http:'].includes(url.protocol) &&
    url.username === '' &&
    url.hostname.includes('.') &&
    text.length <= 500 &&
    /^https?:\/\/\S+$/i.test(text)
  )
}
