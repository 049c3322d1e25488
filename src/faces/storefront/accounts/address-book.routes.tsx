import {
  type AddressBookProblem,
  addAddress,
  changeAddress,
  labelProblem,
  MAX_ADDRESSES,
  MAX_LABEL_LENGTH,
  readSavedAddress,
  useAddressFor,
} from '../../../people/account/address-book.ts'
import { addressProblems, type CheckoutProblem, withBareLabels } from '../../../people/addresses/address-check.ts'
import { countriesIn, includesCountry } from '../../../people/addresses/countries.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { billToSavedAddress } from '../../../shop/cart/checkout-draft.ts'
import { parseFormAddress, shopAddressRules } from '../../../shop/checkout/checkout-form.ts'
import { fieldNotices } from '../../../shop/checkout/checkout-notices.tsx'
import type { CheckoutSettings } from '../../../shop/checkout/settings.ts'
import type { AccountForm, AccountRequest, Fields } from './account-page.tsx'
import { ADDRESS_NONCE, addressFormProps, addressScripts } from './addresses.routes.tsx'
import type { AccountContext } from './context.ts'
import { SavedAddressPage } from './pages/address-pages.tsx'

/** Saved addresses have the fields of a billing address, to be used for either; the email is the account's. */
const SET = 'billing'

const problemTexts: Readonly<Record<AddressBookProblem, string>> = {
  'label-missing': 'Name of this address is a required field.',
  'label-too-long': `Name of this address is too long: it can have ${MAX_LABEL_LENGTH} characters at most.`,
  'too-many': `Your address book is full: it holds ${MAX_ADDRESSES} addresses. Please delete one first.`,
  gone: 'This address is not in your address book any more.',
}

export const addressBookForms = [paths.accountNewAddress, paths.accountSavedAddress].map(
  (path): AccountForm => ({ path, nonceField: ADDRESS_NONCE, show, submit }),
)

async function show(request: AccountRequest, notices: NoticeList, fields?: Fields) {
  const { shop, user } = request
  if (fields) return savedAddressPage(request, { ...typed(shop, fields), notices })
  const id = idOf(request)
  const saved = id === null ? null : await readSavedAddress(shop.db, user.id, id)
  if (id !== null && !saved) return redirectMissing(request)
  return savedAddressPage(request, { label: saved?.label ?? '', values: saved?.address ?? {} })
}

/** The address id in the query; null for a new address. */
function idOf({ context }: AccountRequest): number | null {
  const id = context.req.param('address')
  return id === undefined ? null : Number(id)
}

/** An address of another account looks like a missing one. */
const redirectMissing = ({ redirect }: AccountRequest) =>
  redirect(paths.accountAddresses, { kind: 'info', text: problemTexts.gone })

const typed = (shop: AccountContext, fields: Fields) => ({
  label: fields.address_label ?? '',
  values: parseFormAddress(fields, SET, shop.settings()),
  isDefault: { billing: fields.use_for_billing !== undefined, shipping: fields.use_for_shipping !== undefined },
})

async function submit(request: AccountRequest, fields: Fields) {
  const { shop } = request
  const userId = request.user.id
  const id = idOf(request)
  const input = typed(shop, fields)
  const label = labelProblem(input.label)
  const problems = problemsOf(fields, shop.settings())
  if (label !== null || problems.length > 0)
    return savedAddressPage(request, { ...input, problems, labelError: label && problemTexts[label] })
  const change = { label: input.label, address: { ...input.values, email: '' } }
  const saved = id === null ? await addAddress(shop, userId, change) : await changeAddress(shop, userId, id, change)
  if (!saved.ok) {
    if (saved.problem === 'gone') return redirectMissing(request)
    return savedAddressPage(request, { ...input, notices: [{ kind: 'error', text: problemTexts[saved.problem] }] })
  }
  for (const set of ['billing', 'shipping'] as const)
    if (input.isDefault[set]) await useAddressFor(shop, userId, saved.id, set)
  const { usedFor = [] } = (await readSavedAddress(shop.db, userId, saved.id)) ?? {}
  if (usedFor.includes('billing')) await billToSavedAddress(shop, userId)
  return request.redirect(paths.accountAddresses, { kind: 'success', text: 'Address changed successfully.' })
}

/** The checkout's rules. Its messages lose 'Billing', because the address can be used for both. */
const problemsOf = (fields: Fields, settings: CheckoutSettings): readonly CheckoutProblem[] =>
  withBareLabels(
    addressProblems(fields, SET, { rulesOf: shopAddressRules(settings), skip: ['email'] }, (country) =>
      isServed(country, settings) ? null : { kind: 'not-served', text: 'is not one we sell or ship to.' },
    ),
  )

const isServed = (country: string, { checkout }: CheckoutSettings): boolean =>
  includesCountry(country, checkout.sellsTo) || includesCountry(country, checkout.shipsTo)

type PageState = Pick<Parameters<typeof SavedAddressPage>[0], 'isDefault' | 'label' | 'labelError' | 'values'> & {
  readonly problems?: readonly CheckoutProblem[]
  readonly notices?: NoticeList
}

function savedAddressPage(request: AccountRequest, { notices = [], problems = [], ...state }: PageState) {
  const settings = request.shop.settings()
  const id = idOf(request)
  const { labelError: text } = state
  const labelNotices = text ? [{ kind: 'error', field: 'address_label', text } as const] : []
  const isOffered = ({ code }: { readonly code: string }) => isServed(code, settings)
  return request.render({
    section: 'edit-address',
    title: id === null ? 'Add an address' : 'Change an address',
    notices: [...notices, ...labelNotices, ...fieldNotices(problems)],
    ...addressScripts(settings),
    body: (
      <SavedAddressPage
        {...state}
        {...addressFormProps(request, problems)}
        action={id === null ? paths.accountNewAddress : hrefs.accountSavedAddress(id)}
        countries={countriesIn('everywhere').filter(isOffered)}
      />
    ),
  })
}
