import type { Contact, SiteSettings, StoreAddress } from '../../things/settings/site-settings.ts'
import { addressRules } from './country-rules.ts'

export const contactOf = (
  settings: Pick<SiteSettings, 'contactEmail' | 'contactPhone' | 'ownerEmail' | 'storeAddress'>,
): Contact => ({
  email: settings.contactEmail || settings.ownerEmail,
  phone: settings.contactPhone,
  address: storeAddressLines(settings.storeAddress),
})

const provinceName = (country: string, state: string): string =>
  addressRules(country).provinces?.find(({ code }) => code === state)?.name ?? state

function storeAddressLines({ company, address1, address2, city, state, postcode, country }: StoreAddress): string[] {
  if (address1 === '' || city === '') return []
  const street = [address1, address2].filter((part) => part !== '').join(', ')
  const place = [provinceName(country, state), postcode].filter((part) => part !== '').join(' ')
  return [company, street, [city, place].filter((part) => part !== '').join(', ')].filter((line) => line !== '')
}
