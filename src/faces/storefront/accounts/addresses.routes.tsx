import {
  deleteAddress,
  lastDeletedAddress,
  readAddressBook,
  restoreAddress,
  useAddressFor,
} from '../../../people/account/address-book.ts'
import type { Address, FieldSet } from '../../../people/addresses/address.ts'
import { addressProblems, type CheckoutProblem } from '../../../people/addresses/address-check.ts'
import { countriesIn, includesCountry } from '../../../people/addresses/countries.ts'
import { loadAddresses, saveAddresses } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import type { FlashNotice } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { billToSavedAddress } from '../../../shop/cart/checkout-draft.ts'
import { parseFormAddress, shopAddressRules } from '../../../shop/checkout/checkout-form.ts'
import { fieldNotices } from '../../../shop/checkout/checkout-notices.tsx'
import { countryGlobals } from '../../../shop/checkout/checkout-view.ts'
import type { CheckoutSettings } from '../../../shop/checkout/settings.ts'
import type { AccountForm, AccountRequest, Fields } from './account-page.tsx'
import { AddressesPage, AddressForm, addressTitles } from './pages/address-pages.tsx'

export const ADDRESS_NONCE = 'woocommerce-edit-address-nonce'

/** Scripts of pages with an address form, whose fields depend on the country. */
export const addressScripts = (settings: CheckoutSettings) => ({
  scripts: ['src/faces/storefront/accounts/address.client.ts'],
  globals: countryGlobals(settings),
})

export const addressFormProps = ({ shop, nonce }: AccountRequest, problems: readonly CheckoutProblem[]) => ({
  errors: new Map(problems.map(({ field, text, fieldLabel }) => [field, `${fieldLabel ?? ''} ${text}`.trim()])),
  rulesOf: shopAddressRules(shop.settings()),
  baseCountry: shop.settings().storeAddress.country,
  nonce: nonce(ADDRESS_NONCE),
})

const countriesFor = (set: FieldSet, { checkout }: CheckoutSettings) =>
  set === 'billing' ? checkout.sellsTo : checkout.shipsTo

/** Forms of the two addresses that fill in the checkout, with the checkout's fields and rules (ACC-02). */
export const addressForms: readonly AccountForm[] = [
  {
    path: paths.accountAddresses,
    nonceField: ADDRESS_NONCE,
    show: addressesPage,
    async submit(request, fields) {
      const notice = await changeBook(request, fields)
      return request.redirect(paths.accountAddresses, ...(notice ? [notice] : []))
    },
  },
  { path: paths.accountAddress, nonceField: ADDRESS_NONCE, show, submit },
]

async function addressesPage({ shop, user, nonce, render }: AccountRequest, notices: NoticeList) {
  return render({
    section: 'edit-address',
    title: 'Your addresses',
    notices,
    body: (
      <AddressesPage
        {...(await loadAddresses(shop.db, user.id))}
        book={await readAddressBook(shop.db, user.id)}
        deleted={await lastDeletedAddress(shop, user.id)}
        nonce={nonce(ADDRESS_NONCE)}
      />
    ),
  })
}

const addressDeleted: FlashNotice = { kind: 'info', text: 'This address is not in your address book any more.' }

/** Performs the action of the pressed button, whose value is the address id. */
async function changeBook({ shop, user }: AccountRequest, fields: Fields): Promise<FlashNotice | null> {
  if (fields.delete_address !== undefined)
    return (await deleteAddress(shop, user.id, Number(fields.delete_address))) ? null : addressDeleted
  if (fields.restore_address !== undefined) {
    const isBack = await restoreAddress(shop, user.id, Number(fields.restore_address))
    return isBack ? { kind: 'success', text: 'The address is back.' } : addressDeleted
  }
  for (const set of ['billing', 'shipping'] as const) {
    const id = fields[`${set}_default`]
    if (id === undefined) continue
    const used = await useAddressFor(shop, user.id, Number(id), set)
    if (used && set === 'billing') await billToSavedAddress(shop, user.id)
    return used ? { kind: 'success', text: `“${used.label}” is your ${set} address now.` } : addressDeleted
  }
  return null
}

async function show(request: AccountRequest, notices: NoticeList, typed?: Fields) {
  const { shop, user } = request
  const set = setOf(request)
  if (typed) return addressPage(request, parseFormAddress(typed, set, shop.settings()), [], notices)
  const saved = (await loadAddresses(shop.db, user.id))[set]
  const filled = Object.fromEntries(Object.entries(saved).filter(([, value]) => value !== ''))
  return addressPage(request, { ...(set === 'billing' && { email: user.email }), ...filled }, [])
}

async function submit(request: AccountRequest, fields: Fields) {
  const { shop, user } = request
  const set = setOf(request)
  const address = parseFormAddress(fields, set, shop.settings())
  const problems = problemsOf(fields, set, shop.settings())
  if (problems.length > 0) return addressPage(request, address, problems)
  await saveAddresses(shop.db, user.id, { [set]: address })
  if (set === 'billing') await billToSavedAddress(shop, user.id)
  return request.redirect(paths.accountAddresses, { kind: 'success', text: 'Address changed successfully.' })
}

const setOf = ({ context }: AccountRequest): FieldSet =>
  context.req.param('set') === 'shipping' ? 'shipping' : 'billing'

const problemsOf = (fields: Fields, set: FieldSet, settings: CheckoutSettings): CheckoutProblem[] =>
  addressProblems(fields, set, { rulesOf: shopAddressRules(settings) }, (country) =>
    includesCountry(country, countriesFor(set, settings))
      ? null
      : { kind: 'not-served', text: `is not one we ${set === 'billing' ? 'sell' : 'ship'} to.` },
  )

function addressPage(
  request: AccountRequest,
  values: Partial<Address>,
  problems: readonly CheckoutProblem[],
  notices: NoticeList = [],
) {
  const set = setOf(request)
  const settings = request.shop.settings()
  return request.render({
    section: 'edit-address',
    title: addressTitles[set],
    notices: [...notices, ...fieldNotices(problems)],
    ...addressScripts(settings),
    body: (
      <AddressForm
        set={set}
        values={values}
        {...addressFormProps(request, problems)}
        action={hrefs.accountAddress(set)}
        countries={countriesIn(countriesFor(set, settings))}
      />
    ),
  })
}
