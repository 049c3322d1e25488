/** Carriers of parcels from Canada, with the pages at which they show where a parcel is. Browser code may import this. */

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
