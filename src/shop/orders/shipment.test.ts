import { describe, expect, test } from 'vitest'
import { carrierName, carriers, findCarrier, parseShipment, type ShipmentInput, trackingHref } from './shipment.ts'

const input = (changes: Partial<ShipmentInput> = {}): ShipmentInput => ({
  tracking_provider: 'Canada Post',
  custom_tracking_provider: '',
  custom_tracking_link: '',
  tracking_number: '7023210039414604',
  date_shipped: '2026-11-20',
  ...changes,
})
const parse = (changes: Partial<ShipmentInput>) => parseShipment(input(changes), '2026-11-21')
const parcel = (changes: Partial<ShipmentInput>) => {
  const parsed = parse(changes)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return { ...parsed.shipment, trackingId: 'a' }
}

describe('carriers', () => {
  test.each(carriers)('$name links to a page of its own over https', ({ id, name, link }) => {
    expect(new URL(`${link}123`).protocol).toBe('https:')
    expect([findCarrier(id)?.name, findCarrier(name.toUpperCase())?.name]).toEqual([name, name])
  })

  test('a number cannot lead elsewhere', () => {
    expect(trackingHref(parcel({ tracking_number: 'AB/12 34.5' }))).toMatch(/searchFor=AB%2F1234\.5$/)
  })
})

describe('a parcel', () => {
  test('of a known carrier is given by name or id; without a day it is sent today', () => {
    expect(parcel({ tracking_provider: 'canada-post', date_shipped: '' })).toMatchObject({
      carrier: 'canada-post',
      customName: '',
      customLink: '',
      shippedOn: '2026-11-21',
    })
  })

  test('of another carrier has its name and its own page', () => {
    const own = parcel({
      tracking_provider: '',
      custom_tracking_provider: 'Bike Pat',
      custom_tracking_link: 'https://bike.example/7',
    })
    expect([carrierName(own), trackingHref(own)]).toEqual(['Bike Pat', 'https://bike.example/7'])
    const named = parcel({ tracking_provider: 'Horse and cart' })
    expect([carrierName(named), trackingHref(named)]).toEqual(['Horse and cart', null])
  })

  test.each([
    [{ tracking_provider: ' ' }, 'tracking_provider'],
    [{ tracking_number: '' }, 'tracking_number'],
    [{ tracking_number: '<script>' }, 'tracking_number'],
    [{ tracking_number: '1'.repeat(61) }, 'tracking_number'],
    [{ date_shipped: 'yesterday' }, 'date_shipped'],
    [{ date_shipped: '2026-02-30' }, 'date_shipped'],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x.example/',
      '//x.example',
      'https://a:b@x.example/',
      'https://localhost/',
      'https://x.example/ y',
    ].map((link) => [{ tracking_provider: 'Own', custom_tracking_link: link }, 'custom_tracking_link'] as const),
  ] as const)('%j is refused at %s', (changes, field) => {
    const parsed = parse(changes)
    expect(parsed.ok ? [] : Object.keys(parsed.errors)).toEqual([field])
  })
})
